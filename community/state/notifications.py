"""State of the notification menu and of the page that lists all notifications."""

import reflex as rx

from community.core.database import read_session, unit_of_work
from community.domain import notifications
from community.domain.notifications.schemas import Inbox, NotificationView
from community.state import request_context
from community.state.forms import Id
from community.state.layout import LayoutState
from community.state.policy import public, signed_in


class NotificationsState(rx.State):
    """The notifications that are loaded so far."""

    items: list[NotificationView] = []
    next_cursor: str = ""
    is_loaded: bool = False

    @rx.event
    @signed_in()
    async def open_panel(self) -> None:
        """Reload the notifications and mark all as seen.

        The browser sends this event when the user opens the notification menu.
        """
        await self._load_and_mark_seen()

    @rx.event
    @public()
    async def load(self) -> None:
        if not request_context.get_actor().is_guest:
            await self._load_and_mark_seen()

    async def _load_and_mark_seen(self) -> None:
        async with read_session() as session:
            inbox = await notifications.get_inbox(session, request_context.get_actor())
        self._append_page(inbox, [])
        if inbox.unseen:
            async with unit_of_work() as session:
                counts = await notifications.mark_all_seen(session, request_context.get_actor())
            (await self.get_state(LayoutState)).unseen_count = counts.unseen

    @rx.event
    @signed_in()
    async def load_more(self) -> None:
        async with read_session() as session:
            inbox = await notifications.get_inbox(
                session, request_context.get_actor(), cursor=self.next_cursor
            )
        self._append_page(inbox, self.items)

    @rx.event
    @signed_in(limit="writes")
    async def mark_read(self, notification_id: Id) -> None:
        async with unit_of_work() as session:
            await notifications.mark_read(
                session, request_context.get_actor(), notification_id=notification_id
            )

    @rx.event
    @signed_in(limit="writes")
    async def mark_all_read(self) -> None:
        async with unit_of_work() as session:
            await notifications.mark_all_read(session, request_context.get_actor())
        await self._load_and_mark_seen()

    def _append_page(self, page: Inbox, loaded_items: list[NotificationView]) -> None:
        """Set `items` to `loaded_items` followed by the notifications on `page`."""
        self.items = [*loaded_items, *page.items]
        self.next_cursor, self.is_loaded = page.next_cursor or "", True
