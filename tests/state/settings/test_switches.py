"""What holds at once: notifications, online status, default feed."""

import pytest

from community.components.settings.notifications import WORDS
from community.core.actor import Actor
from community.core.database import reading
from community.domain import accounts, notifications
from community.domain.notifications import Kind, NotificationSwitches
from community.state.settings.choices import Choices
from community.state.settings.switches import Switches
from tests.cast import Cast
from tests.state.settings.opening import open_settings
from tests.state.tabs import Sockets


async def switches(actor: Actor) -> NotificationSwitches:
    async with reading() as session:
        return await notifications.switches(session, actor)


async def preferences(actor: Actor) -> accounts.Preferences:
    async with reading() as session:
        return await accounts.get_preferences(session, actor)


def test_every_kind_has_its_words() -> None:
    assert set(WORDS) == set(Kind)


@pytest.mark.parametrize("kind", Kind)
async def test_one_kind_is_switched_off_and_on_again(cast: Cast, live: Sockets, kind: Kind) -> None:
    alice = await open_settings(live, cast.alice)
    for is_on in (False, True):
        await alice.send(Switches.switch, kind=kind.value, is_on=is_on)
        types = (await switches(cast.alice)).types
        assert types == {each.value: is_on or each is not kind for each in Kind}
        assert alice[Switches]["types"] == types


async def test_copies_by_mail_are_a_switch_of_their_own(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    await alice.send(Switches.switch, kind="mention", is_on=False)
    await alice.send(Switches.switch_email, is_on=True)
    kept = await switches(cast.alice)
    assert (kept.email, kept.types["mention"], alice[Switches]["email"]) == (True, False, True)
    assert (await switches(cast.bob)).email is False


async def test_who_does_not_want_to_be_seen_is_not(cast: Cast, live: Sockets) -> None:
    alice = await open_settings(live, cast.alice)
    await alice.send(Choices.show_online, is_shown=False)
    async with reading() as session:
        assert (await accounts.get_profile(session, cast.bob, "alice")).is_online is None
    assert alice[Choices]["shows_online"] is False


@pytest.mark.parametrize("feed", ["personal", "popular", "new"])
async def test_the_home_page_begins_with_the_chosen_feed(
    cast: Cast, live: Sockets, feed: str
) -> None:
    alice = await open_settings(live, cast.alice)
    await alice.send(Choices.choose_feed, feed=feed)
    assert (await preferences(cast.alice)).default_feed == feed == alice[Choices]["feed"]
