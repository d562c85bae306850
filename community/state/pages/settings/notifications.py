"""State of the settings section for notifications.

Users choose which notifications they receive and whether they also receive them by email.
"""

import reflex as rx

from community.domain import notifications
from community.domain.notifications import NotificationKind, NotificationPreferences
from community.state.runtime.actions import run_action
from community.state.runtime.policy import signed_in


class NotificationPreferencesState(rx.State):
    types: dict[str, bool] = {}
    is_email_enabled: bool = False
    email_problem: str = ""

    @rx.event
    @signed_in(limit="writes")
    async def set_kind_enabled(self, kind: NotificationKind, is_enabled: bool) -> None:
        types = {kind.value: is_enabled}
        self._set_preferences(await run_action(notifications.update_preferences, types=types))

    @rx.event
    @signed_in(limit="writes")
    async def set_email_enabled(self, is_enabled: bool) -> None:
        self._set_preferences(await run_action(notifications.update_preferences, email=is_enabled))

    def _set_preferences(self, preferences: NotificationPreferences) -> None:
        self.types, self.is_email_enabled = preferences.types, preferences.email
        self.email_problem = preferences.email_problem
