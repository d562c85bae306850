"""The list behind the bell, and the page of all notifications."""

import reflex as rx

from community.core.database import reading, unit_of_work
from community.domain import notifications
from community.domain.notifications.schemas import Inbox, NotificationView
from community.state import identity
from community.state.forms import Id
from community.state.frame import Frame
from community.state.policy import public, signed_in


class Bell(rx.State):
    """One's inbox, as far as it was loaded."""

    items: list[NotificationView] = []
    next_cursor: str = ""
    loaded: bool = False

    @rx.event
    @signed_in()
    async def open(self) -> None:
        """The list was opened: load it anew, and what is in it was seen."""
        await self._look()

    @rx.event
    @public()
    async def visit(self) -> None:
        """The page of notifications was opened; guests are invited to sign in instead."""
        if not identity.actor().is_guest:
            await self._look()

    async def _look(self) -> None:
        async with reading() as session:
            inbox = await notifications.inbox(session, identity.actor())
        self._show(inbox, [])
        if inbox.unseen:
            async with unit_of_work() as session:
                counts = await notifications.saw_all(session, identity.actor())
            (await self.get_state(Frame)).unseen = counts.unseen

    @rx.event
    @signed_in()
    async def load_more(self) -> None:
        """The next page of the list."""
        async with reading() as session:
            inbox = await notifications.inbox(session, identity.actor(), cursor=self.next_cursor)
        self._show(inbox, self.items)

    @rx.event
    @signed_in(limit="writes")
    async def read(self, notification_id: Id) -> None:
        """One row was followed to its place."""
        async with unit_of_work() as session:
            await notifications.read(session, identity.actor(), notification_id=notification_id)

    @rx.event
    @signed_in(limit="writes")
    async def read_all(self) -> None:
        """Everything is read."""
        async with unit_of_work() as session:
            await notifications.read_all(session, identity.actor())
        await self._look()

    def _show(self, inbox: Inbox, before: list[NotificationView]) -> None:
        self.items = [*before, *inbox.items]
        self.next_cursor, self.loaded = inbox.next_cursor or "", True
