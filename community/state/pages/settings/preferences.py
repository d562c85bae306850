"""Settings that save at once: preferences, private messages and notifications."""

import reflex as rx

from community.domain import chat, notifications, people
from community.state.runtime.policy import signed_in
from community.state.runtime.request_context import run_action


class PreferencesState(rx.State):
    is_online_visible: bool = True
    default_feed: str = people.Feed.PERSONAL.value

    @rx.event
    @signed_in(limit="writes")
    async def set_online_visible(self, is_visible: bool) -> None:
        await run_action(people.set_online_visibility, is_visible=is_visible)
        self.is_online_visible = is_visible

    @rx.event
    @signed_in(limit="writes")
    async def set_default_feed(self, feed: people.Feed) -> None:
        await run_action(people.set_default_feed, feed=feed)
        self.default_feed = feed.value

    def _set_preferences(self, preferences: people.Preferences) -> None:
        self.is_online_visible = preferences.shows_online
        self.default_feed = preferences.default_feed.value


class MessageSettingsState(rx.State):
    preferences: chat.MessagePreferences = chat.MessagePreferences()

    @rx.event
    @signed_in(limit="writes")
    async def set_who(self, who: chat.WhoMayWrite) -> None:
        self.preferences = await run_action(chat.set_preferences, who=who)

    @rx.event
    @signed_in(limit="writes")
    async def set_read_marks(self, is_on: bool) -> None:
        self.preferences = await run_action(chat.set_preferences, read_marks=is_on)


class NotificationPreferencesState(rx.State):
    types: dict[str, bool] = {}
    is_email_enabled: bool = False
    email_problem: str = ""

    @rx.event
    @signed_in(limit="writes")
    async def set_kind_enabled(
        self, kind: notifications.NotificationKind, is_enabled: bool
    ) -> None:
        types = {kind.value: is_enabled}
        self._set_preferences(await run_action(notifications.update_preferences, types=types))

    @rx.event
    @signed_in(limit="writes")
    async def set_email_enabled(self, is_enabled: bool) -> None:
        self._set_preferences(await run_action(notifications.update_preferences, email=is_enabled))

    def _set_preferences(self, preferences: notifications.NotificationPreferences) -> None:
        self.types, self.is_email_enabled = preferences.types, preferences.email
        self.email_problem = preferences.email_problem
