"""State of the settings section for notifications.

Users choose which notifications they receive and whether they also receive them by email.
"""

import reflex as rx

from community.core.database import unit_of_work
from community.domain import notifications
from community.domain.notifications import NotificationKind, NotificationPreferences
from community.state import request_context
from community.state.policy import signed_in


class NotificationPreferencesState(rx.State):
    """Which kinds of notifications are on, and whether the user also receives emails."""

    types: dict[str, bool] = {}
    is_email_enabled: bool = False

    @rx.event
    @signed_in(limit="writes")
    async def set_kind_enabled(self, kind: NotificationKind, is_enabled: bool) -> None:
        async with unit_of_work() as session:
            types = {kind.value: is_enabled}
            self._set_preferences(
                await notifications.update_preferences(
                    session, request_context.get_actor(), types=types
                )
            )

    @rx.event
    @signed_in(limit="writes")
    async def set_email_enabled(self, is_enabled: bool) -> None:
        async with unit_of_work() as session:
            self._set_preferences(
                await notifications.update_preferences(
                    session, request_context.get_actor(), email=is_enabled
                )
            )

    def _set_preferences(self, preferences: NotificationPreferences) -> None:
        self.types, self.is_email_enabled = preferences.types, preferences.email
