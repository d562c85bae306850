"""What one has to finish."""

import reflex as rx

from community.core.database import reading, unit_of_work
from community.domain import posts
from community.domain.posts.schemas import DraftCard
from community.realtime import watchers
from community.state import identity
from community.state.forms import Id
from community.state.notice import Notice
from community.state.place import Cursor
from community.state.policy import public, signed_in


class Drafts(rx.State):
    """Drafts, unpublished posts and unpublished changes, as far as they were loaded."""

    items: list[DraftCard] = []
    next_cursor: str = ""
    loaded: bool = False

    @rx.event
    @public()
    async def open(self) -> None:
        """The page was opened; guests are invited to sign in instead."""
        watchers.watch(identity.tab(), "page", ())
        self.items, self.next_cursor = [], ""
        if not identity.actor().is_guest:
            await self._append("")
        self.loaded = True

    @rx.event
    @signed_in()
    async def load_more(self, cursor: Cursor) -> None:
        """The page behind `cursor`."""
        await self._append(cursor)

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, post_id: Id) -> None:
        """Delete one of them; for a while it can be taken back."""
        async with unit_of_work() as session:
            deleted = await posts.delete(session, identity.actor(), post_id=post_id)
        self.items = [each for each in self.items if each.id != post_id]
        if deleted:
            notice = await self.get_state(Notice)
            notice._say("The draft is deleted.", undo_kind="post", undo_id=post_id)

    @rx.event
    @signed_in(limit="writes")
    async def discard(self, post_id: Id) -> None:
        """Drop what was changed in a published post; its readers see no difference."""
        async with unit_of_work() as session:
            await posts.discard_changes(session, identity.actor(), post_id=post_id)
        self.items = [each for each in self.items if each.id != post_id]
        (await self.get_state(Notice))._say("The changes are discarded.")

    async def _append(self, cursor: str) -> None:
        async with reading() as session:
            page = await posts.drafts(session, identity.actor(), cursor=cursor or None)
        known = {each.id for each in page.items}
        self.items = [*(each for each in self.items if each.id not in known), *page.items]
        self.next_cursor = page.next_cursor or ""
