"""Tests of the devices section in the settings: listing sessions and revoking them."""

from community.core import clock, ids
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import identity
from community.models import UserSession
from community.state.pages.settings.security import DevicesState
from community.state.runtime.toasts import ToastsState
from tests.cast import Cast
from tests.state.settings.settings_page import open_settings
from tests.state.tabs import SocketServer, Tab

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"


async def create_session(actor: Actor, user_agent: str = FIREFOX) -> int:
    async with unit_of_work() as session:
        row = UserSession(
            user_id=actor.id,
            token_hash=ids.hash_token(ids.new_token()),
            expires_at=clock.now() + identity.SESSION_LIFETIME,
            user_agent=user_agent,
        )
        session.add(row)
    return row.id


async def is_device_active(device_id: int) -> bool:
    async with read_session() as session:
        row = await session.get(UserSession, device_id)
        return row is not None and row.revoked_at is None


def list_is_current_flags(tab: Tab) -> list[bool]:
    return [row["is_current"] for row in tab[DevicesState]["devices"]]


async def test_the_current_device_is_first_and_marked(
    cast: Cast, socket_server: SocketServer
) -> None:
    await create_session(cast.alice)
    await create_session(cast.bob)
    alice = await open_settings(socket_server, cast.alice)
    assert list_is_current_flags(alice) == [True, False]
    assert alice[DevicesState]["devices"][1]["name"] == "Firefox on Linux"
    assert alice[DevicesState]["other_count"] == 1


async def test_the_raw_user_agent_is_not_sent_to_the_browser(
    cast: Cast, socket_server: SocketServer
) -> None:
    await create_session(cast.alice, "<script>alert(1)</script>")
    alice = await open_settings(socket_server, cast.alice)
    assert alice[DevicesState]["devices"][1]["name"] == "Unknown browser"


async def test_revoking_a_device_ends_only_the_session_of_that_device(
    cast: Cast, socket_server: SocketServer
) -> None:
    revoked, other = await create_session(cast.alice), await create_session(cast.alice)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(DevicesState.sign_out, device_id=revoked)
    assert [await is_device_active(device) for device in (revoked, other)] == [False, True]
    assert list_is_current_flags(alice) == [True, False]


async def test_a_device_of_another_user_cannot_be_revoked(
    cast: Cast, socket_server: SocketServer
) -> None:
    theirs = await create_session(cast.bob)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(DevicesState.sign_out, device_id=theirs)
    assert "already signed out" in alice[ToastsState]["toasts"][-1]["text"]
    assert await is_device_active(theirs)


async def test_the_current_device_is_not_revoked_over_the_socket(
    cast: Cast, socket_server: SocketServer
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    current = alice[DevicesState]["devices"][0]["id"]
    await alice.send(DevicesState.sign_out, device_id=current)
    assert await is_device_active(current)


async def test_all_other_devices_are_revoked_and_counted(
    cast: Cast, socket_server: SocketServer
) -> None:
    others = [await create_session(cast.alice) for _ in range(3)]
    theirs = await create_session(cast.bob)
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(DevicesState.sign_out_others)
    assert [await is_device_active(device) for device in (*others, theirs)] == [
        False,
        False,
        False,
        True,
    ]
    assert (list_is_current_flags(alice), alice[DevicesState]["other_count"]) == ([True], 0)
    assert alice[ToastsState]["toasts"][-1]["text"] == "3 devices signed out"


async def test_open_tabs_of_a_revoked_device_are_signed_out(
    cast: Cast, socket_server: SocketServer
) -> None:
    tab, other_tab = (
        await open_settings(socket_server, cast.alice),
        await open_settings(socket_server, cast.alice),
    )
    await tab.send(DevicesState.sign_out_others)
    await other_tab.send(DevicesState.sign_out_others)
    assert other_tab[ToastsState]["is_sign_in_open"] is True
    async with read_session() as session:
        actor = Actor(user_id=cast.alice.id, session_id=1)
        assert len(await identity.list_devices(session, actor)) == 1
