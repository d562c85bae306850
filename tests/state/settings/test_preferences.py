"""Tests of automatically saved preferences: notifications, online status and default feed."""

import pytest

from community.components.settings.preferences import notifications_section
from community.core.actor import Actor
from community.core.db.sessions import read_session
from community.domain import notifications, people
from community.domain.notifications import NotificationKind, NotificationPreferences
from community.state.pages.settings.preferences import (
    NotificationPreferencesState,
    PreferencesState,
)
from tests.cast import Cast
from tests.state.settings.settings_page import open_settings
from tests.state.tabs import SocketServer


async def get_notification_preferences(actor: Actor) -> NotificationPreferences:
    async with read_session() as session:
        return await notifications.get_preferences(session, actor)


async def get_preferences(actor: Actor) -> people.Preferences:
    async with read_session() as session:
        return await people.get_preferences(session, actor)


def test_every_kind_of_notification_has_a_label() -> None:
    assert set(notifications.LABELS) == set(NotificationKind)


def test_every_kind_of_notification_has_a_switch() -> None:
    section = str(notifications_section())
    assert all(f"notify-{kind}" in section for kind in NotificationKind)


@pytest.mark.parametrize("kind", NotificationKind)
async def test_a_kind_of_notification_can_be_disabled_and_enabled(
    cast: Cast, socket_server: SocketServer, kind: NotificationKind
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    for is_on in (False, True):
        await alice.send(
            NotificationPreferencesState.set_kind_enabled, kind=kind.value, is_enabled=is_on
        )
        types = (await get_notification_preferences(cast.alice)).types
        assert types == {other.value: is_on or other is not kind for other in NotificationKind}
        assert alice[NotificationPreferencesState]["types"] == types


async def test_email_notifications_are_enabled_independently_of_notification_kinds(
    cast: Cast, socket_server: SocketServer
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(
        NotificationPreferencesState.set_kind_enabled, kind="mention", is_enabled=False
    )
    await alice.send(NotificationPreferencesState.set_email_enabled, is_enabled=True)
    stored = await get_notification_preferences(cast.alice)
    assert (stored.email, stored.types["mention"]) == (True, False)
    assert alice[NotificationPreferencesState]["is_email_enabled"] is True
    assert (await get_notification_preferences(cast.bob)).email is False


async def test_a_user_can_hide_their_online_status(cast: Cast, socket_server: SocketServer) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(PreferencesState.set_online_visible, is_visible=False)
    async with read_session() as session:
        assert (await people.get_profile(session, cast.bob, "alice")).is_online is None
    assert alice[PreferencesState]["is_online_visible"] is False


@pytest.mark.parametrize("feed", ["personal", "popular", "new"])
async def test_the_default_feed_can_be_chosen(
    cast: Cast, socket_server: SocketServer, feed: str
) -> None:
    alice = await open_settings(socket_server, cast.alice)
    await alice.send(PreferencesState.set_default_feed, feed=feed)
    assert (
        (await get_preferences(cast.alice)).default_feed
        == feed
        == alice[PreferencesState]["default_feed"]
    )
