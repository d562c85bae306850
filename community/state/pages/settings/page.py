"""State of the settings page as a whole. Each section also has its own State class."""

import reflex as rx

from community.core.db.sessions import read_session
from community.domain import accounts, follows, notifications
from community.state.pages.settings.devices import DevicesState
from community.state.pages.settings.ignored_keywords import IgnoredKeywordsState
from community.state.pages.settings.ignored_users import IgnoredUsersState
from community.state.pages.settings.notifications import NotificationPreferencesState
from community.state.pages.settings.preferences import PreferencesState
from community.state.pages.settings.profile import ProfileFormState
from community.state.pages.settings.tokens import TokensState
from community.state.runtime import request_context
from community.state.runtime.policy import public


class SettingsState(rx.State):
    """The user whose settings the page shows.

    Attributes:
        is_loaded: Whether the settings are loaded. Always False for guests.
    """

    is_loaded: bool = False
    user_id: int = 0
    email: str = ""
    has_password: bool = False

    @rx.event
    @public()
    async def load(self) -> None:
        actor = request_context.get_actor()
        if actor.is_guest:
            self.is_loaded = False
            return
        async with read_session() as session:
            preferences = await accounts.get_preferences(session, actor)
            notification_preferences = await notifications.get_preferences(session, actor)
            ignored = await follows.list_ignored(session, actor)
            devices = await accounts.list_devices(session, actor)
            tokens = await accounts.list_tokens(session, actor)
        self._set_account(preferences)
        (await self.get_state(ProfileFormState))._set_profile(preferences)
        (await self.get_state(PreferencesState))._set_preferences(preferences)
        (await self.get_state(IgnoredKeywordsState))._set_keywords(preferences.ignored_keywords)
        (await self.get_state(NotificationPreferencesState))._set_preferences(
            notification_preferences
        )
        (await self.get_state(IgnoredUsersState))._set_first_page(ignored)
        (await self.get_state(DevicesState))._set_devices(devices)
        (await self.get_state(TokensState))._set_tokens(tokens)
        self.is_loaded = True

    def _set_account(self, preferences: accounts.Preferences) -> None:
        self.user_id, self.email = preferences.id, preferences.email
        self.has_password = preferences.has_password
