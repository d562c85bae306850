"""State of the page that lists the user's drafts."""

import reflex as rx

from community.core.database import read_session, unit_of_work
from community.domain import posts
from community.domain.posts.schemas import DraftCard
from community.i18n import gettext as _
from community.realtime import subscriptions
from community.state import request_context
from community.state.forms import Id
from community.state.location import Cursor
from community.state.policy import public, signed_in
from community.state.toasts import ToastsState


class DraftsState(rx.State):
    """The loaded part of the user's list of drafts.

    The list contains posts that were never published, posts that were unpublished, and published
    posts with unpublished changes.
    """

    items: list[DraftCard] = []
    next_cursor: str = ""
    is_loaded: bool = False

    @rx.event
    @public()
    async def load(self) -> None:
        subscriptions.set_topics(request_context.get_tab_token(), "page", ())
        self.items, self.next_cursor = [], ""
        if not request_context.get_actor().is_guest:
            await self._append_page("")
        self.is_loaded = True

    @rx.event
    @signed_in()
    async def load_more(self, cursor: Cursor) -> None:
        await self._append_page(cursor)

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, post_id: Id) -> None:
        """Delete a draft and show a toast that offers to undo the deletion."""
        async with unit_of_work() as session:
            deleted = await posts.delete(session, request_context.get_actor(), post_id=post_id)
        self._remove_from_list(post_id)
        if deleted:
            toasts = await self.get_state(ToastsState)
            toasts._show_toast(_("Draft deleted"), undo_kind="post", undo_id=post_id)

    @rx.event
    @signed_in(limit="writes")
    async def discard_changes(self, post_id: Id) -> None:
        async with unit_of_work() as session:
            await posts.discard_changes(session, request_context.get_actor(), post_id=post_id)
        self._remove_from_list(post_id)
        (await self.get_state(ToastsState))._show_toast(_("Changes discarded"))

    def _remove_from_list(self, post_id: int) -> None:
        self.items = [draft for draft in self.items if draft.id != post_id]

    async def _append_page(self, cursor: str) -> None:
        async with read_session() as session:
            page = await posts.list_drafts(
                session, request_context.get_actor(), cursor=cursor or None
            )
        page_ids = {draft.id for draft in page.items}
        self.items = [*(draft for draft in self.items if draft.id not in page_ids), *page.items]
        self.next_cursor = page.next_cursor or ""
