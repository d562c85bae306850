"""The notification menu, the page that lists all notifications, and the number beside the bell."""

from typing import ClassVar

import reflex as rx

from community.core.db.sessions import read_session
from community.domain import notifications
from community.domain.notifications.schemas import Inbox, NotificationView
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import lists, location, open_tabs, request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query


class UnseenCountPush(open_tabs.Push):
    """The number of unseen notifications of the viewer, sent on loading and after each change."""

    push_type: ClassVar[str] = "unseen_count"

    unseen_count: int


class NotificationPage(lists.AppendedPage):
    rows: list[NotificationView] = []


class NotificationsState(TransientVarsState, rx.State):
    """The most recently loaded page of the notifications."""

    loaded_page: NotificationPage | None = None
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @signed_in()
    async def open_panel(self) -> None:
        """Reload the notifications and mark all as seen, when the user opens the menu."""
        await self._load_and_mark_seen()

    @rx.event
    @public()
    async def load(self) -> None:
        if not request_context.get_actor().is_guest:
            await self._load_and_mark_seen()

    async def _load_and_mark_seen(self) -> None:
        inbox = await run_query(notifications.get_inbox)
        self._set_page(inbox, "")
        if inbox.unseen:
            counts = await run_action(notifications.mark_all_seen)
            await open_tabs.send_to_sender(UnseenCountPush(unseen_count=counts.unseen))

    @rx.event
    @signed_in()
    async def load_more(self, cursor: location.Cursor) -> None:
        self._set_page(await run_query(notifications.get_inbox, cursor=cursor), cursor)

    @rx.event
    @signed_in(limit="writes")
    async def mark_read(self, notification_id: Id) -> None:
        await run_action(notifications.mark_read, notification_id=notification_id)

    @rx.event
    @signed_in(limit="writes")
    async def mark_all_read(self) -> None:
        await run_action(notifications.mark_all_read)
        await self._load_and_mark_seen()

    def _set_page(self, page: Inbox, cursor: str) -> None:
        self.loaded_page = NotificationPage(
            start_cursor=cursor, next_cursor=page.next_cursor or "", rows=page.items
        )


async def push_unseen_counts(message: messages.InboxesChanged) -> None:
    tabs_by_user = {
        user_id: tabs
        for user_id in message.recipient_ids
        if (tabs := open_tabs.get_subscribed_tabs(messages.user_topic(user_id)))
    }
    if not tabs_by_user:
        return
    async with read_session() as session:
        counts = await notifications.count_unseen(session, list(tabs_by_user))
    for user_id, unseen_count in counts.items():
        await open_tabs.send(UnseenCountPush(unseen_count=unseen_count), tabs_by_user[user_id])
