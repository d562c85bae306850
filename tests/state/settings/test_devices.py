"""Where one is signed in."""

from community.core import clock, ids
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import accounts
from community.models import Session
from community.state.notice import Notice
from community.state.settings.devices import Devices
from tests.api.people import TERM
from tests.cast import Cast
from tests.state.settings.opening import open_settings
from tests.state.tabs import Sockets, Tab

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"


async def elsewhere(actor: Actor, user_agent: str = FIREFOX) -> int:
    """A sign-in on another device."""
    async with unit_of_work() as session:
        row = Session(
            user_id=actor.id,
            token_hash=ids.digest(ids.new_token()),
            expires_at=clock.now() + TERM,
            user_agent=user_agent,
        )
        session.add(row)
    return row.id


async def is_signed_in(device: int) -> bool:
    async with reading() as session:
        row = await session.get(Session, device)
        return row is not None and row.revoked_at is None


def here(tab: Tab) -> list[bool]:
    return [row["is_current"] for row in tab[Devices]["rows"]]


async def test_this_device_is_first_and_marked(cast: Cast, live: Sockets) -> None:
    await elsewhere(cast.alice)
    await elsewhere(cast.bob)
    alice = await open_settings(live, cast.alice)
    assert here(alice) == [True, False]
    assert alice[Devices]["rows"][1]["name"] == "Firefox on Linux"
    assert alice[Devices]["others"] == 1


async def test_no_page_learns_what_a_browser_calls_itself_in_full(
    cast: Cast, live: Sockets
) -> None:
    await elsewhere(cast.alice, "<script>alert(1)</script>")
    alice = await open_settings(live, cast.alice)
    assert alice[Devices]["rows"][1]["name"] == "Unknown browser"


async def test_one_device_is_signed_out(cast: Cast, live: Sockets) -> None:
    lost, kept = await elsewhere(cast.alice), await elsewhere(cast.alice)
    alice = await open_settings(live, cast.alice)
    await alice.send(Devices.sign_out, device_id=lost)
    assert [await is_signed_in(each) for each in (lost, kept)] == [False, True]
    assert here(alice) == [True, False]


async def test_a_device_of_somebody_else_is_not_there(cast: Cast, live: Sockets) -> None:
    theirs = await elsewhere(cast.bob)
    alice = await open_settings(live, cast.alice)
    await alice.send(Devices.sign_out, device_id=theirs)
    assert "not signed in" in alice[Notice]["toasts"][-1]["text"]
    assert await is_signed_in(theirs)


async def test_this_one_is_left_over_http_only(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    this = alice[Devices]["rows"][0]["id"]
    await alice.send(Devices.sign_out, device_id=this)
    assert await is_signed_in(this)


async def test_all_others_are_signed_out_and_counted(cast: Cast, live: Sockets) -> None:
    others = [await elsewhere(cast.alice) for _ in range(3)]
    theirs = await elsewhere(cast.bob)
    alice = await open_settings(live, cast.alice)
    await alice.send(Devices.sign_out_others)
    assert [await is_signed_in(each) for each in (*others, theirs)] == [False, False, False, True]
    assert (here(alice), alice[Devices]["others"]) == ([True], 0)
    assert alice[Notice]["toasts"][-1]["text"] == "3 devices are signed out."


async def test_the_tabs_of_a_device_that_was_signed_out_belong_to_a_guest(
    cast: Cast, live: Sockets
) -> None:
    here_, there = await open_settings(live, cast.alice), await open_settings(live, cast.alice)
    await here_.send(Devices.sign_out_others)
    await there.send(Devices.sign_out_others)
    assert there[Notice]["wants_sign_in"] is True
    async with reading() as session:
        assert len(await accounts.list_devices(session, _in_person(cast.alice))) == 1


def _in_person(actor: Actor) -> Actor:
    return Actor(user_id=actor.id, session_id=1)
