"""What the bell tells of, and whether mail does too."""

import reflex as rx

from community.core.database import unit_of_work
from community.domain import notifications
from community.domain.notifications import Kind, NotificationSwitches
from community.state import identity
from community.state.policy import signed_in


class Switches(rx.State):
    """A switch for each kind of notification, and one for copies by e-mail."""

    types: dict[str, bool] = {}
    email: bool = False

    @rx.event
    @signed_in(limit="writes")
    async def switch(self, kind: Kind, is_on: bool) -> None:
        """Hear of one kind, or no longer."""
        async with unit_of_work() as session:
            types = {kind.value: is_on}
            self._show(await notifications.switch(session, identity.actor(), types=types))

    @rx.event
    @signed_in(limit="writes")
    async def switch_email(self, is_on: bool) -> None:
        """Get copies by e-mail, or no longer."""
        async with unit_of_work() as session:
            self._show(await notifications.switch(session, identity.actor(), email=is_on))

    def _show(self, switches: NotificationSwitches) -> None:
        self.types, self.email = switches.types, switches.email
