"""State of the page that lists the user's drafts."""

from typing import ClassVar

import reflex as rx

from community.domain import posts
from community.domain.posts.schemas import DraftCard
from community.i18n import gettext as _
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.runtime import lists, location, request_context, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query


class DraftPage(lists.AppendedPage):
    rows: list[DraftCard] = []


class DraftsState(TransientVarsState, rx.State):
    """The most recently loaded page of the user's list of drafts.

    The list contains posts that were never published, posts that were unpublished, and published
    posts with unpublished changes.
    """

    loaded_page: DraftPage | None = None
    removed_ids: list[int] = []  # the drafts that the user removed after the first page was loaded
    is_loaded: bool = False
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})

    @rx.event
    @public()
    async def load(self) -> None:
        self.removed_ids = []
        if not request_context.get_actor().is_guest:
            await self._load_page("")
        self.is_loaded = True

    @rx.event
    @signed_in()
    async def load_more(self, cursor: location.Cursor) -> None:
        await self._load_page(cursor)

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, post_id: Id) -> None:
        deleted = await run_action(posts.delete, post_id=post_id)
        self._remove_from_list(post_id)
        if deleted:
            await toasts.show_toast(self, _("Draft deleted"), undo_kind="post", undo_id=post_id)

    @rx.event
    @signed_in(limit="writes")
    async def discard_changes(self, post_id: Id) -> None:
        await run_action(posts.discard_changes, post_id=post_id)
        self._remove_from_list(post_id)
        await toasts.show_toast(self, _("Changes discarded"))

    def _remove_from_list(self, post_id: int) -> None:
        self.removed_ids = [*self.removed_ids, post_id][-lists.MAX_CHANGES :]

    async def _load_page(self, cursor: str) -> None:
        page = await run_query(posts.list_drafts, cursor=cursor or None)
        self.loaded_page = DraftPage(
            start_cursor=cursor, next_cursor=page.next_cursor or "", rows=page.items
        )
