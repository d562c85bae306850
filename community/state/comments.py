"""The discussion under the post that this tab has open."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any
from uuid import UUID

import reflex as rx
from pydantic import AfterValidator, BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.database import reading, unit_of_work
from community.core.errors import Refusal
from community.domain import comments, reactions
from community.domain.comments.schemas import CommentView, Thread
from community.state import forms, identity, place
from community.state.notice import Notice
from community.state.policy import public, signed_in


class ReplyForm(BaseModel):
    """What the composer sends. `client_id` makes sending twice harmless."""

    text: str = Field("", max_length=100_000)
    media: list[UUID] = Field(default=[], max_length=20)
    client_id: UUID


class Comments(rx.State):
    """Pages of the discussion that were loaded, and what this person changed in them since.

    `items` is flat, in walking order. What others do meanwhile comes in `LiveComments`; the page puts
    the three together (`components/thread/`).
    """

    items: list[CommentView] = []
    own: list[CommentView] = []
    more: dict[str, str] = {}
    my_reactions: dict[str, str] = {}
    next_cursor: str = ""
    order: str = comments.Order.BEST.value
    total: int = 0
    post_id: int = 0
    loaded: bool = False
    sent_id: str = ""
    refusal: dict[str, str] = {}
    doomed: int = 0

    def _show(self, thread: Thread, post_id: int) -> None:
        """Begin anew with the first page of a discussion."""
        self.items, self.own, self.my_reactions = thread.items, [], {}
        self.more, self.next_cursor = thread.more, thread.next_cursor or ""
        self.total, self.post_id, self.loaded = thread.total, post_id, True

    @rx.event
    @signed_in(limit="comments")
    async def submit_reply(self, parent_id: int, message: dict[str, Any]) -> None:
        """Send a reply; 0 as the parent comments on the post itself. The words stay until they are kept."""
        form = forms.read(ReplyForm, message)
        with self._telling(form):
            async with unit_of_work() as session:
                sent = await comments.reply(
                    session,
                    identity.actor(),
                    # From the address: after a restart the words may come before the page is loaded.
                    post_id=place.post_id(self),
                    parent_id=parent_id or None,
                    text=form.text,
                    media=form.media,
                    client_id=form.client_id,
                )
        await self._show_own(sent.id)

    @rx.event
    @signed_in(limit="comments")
    async def save_edit(self, comment_id: int, message: dict[str, Any]) -> None:
        """Change one's own comment."""
        form = forms.read(ReplyForm, message)
        with self._telling(form):
            async with unit_of_work() as session:
                await comments.edit(session, identity.actor(), comment_id=comment_id, text=form.text)
        await self._show_own(comment_id)

    @rx.event
    @signed_in()
    async def delete(self, comment_id: int) -> None:
        """Delete a comment; everybody who has the page open sees it go."""
        async with unit_of_work() as session:
            deleted = await comments.delete(session, identity.actor(), comment_id=comment_id)
        self.own = self._own_but(comment_id)
        if deleted:
            notice = await self.get_state(Notice)
            notice._say("The comment is deleted.", undo_kind="comment", undo_id=comment_id)

    @rx.event
    @signed_in()
    async def doom(self, comment_id: int) -> None:
        """Ask whether a whole branch should go; 0 thinks better of it."""
        self.doomed = comment_id

    @rx.event
    @signed_in()
    async def destroy_branch(self) -> None:
        """Delete the doomed comment with everything below it."""
        doomed, self.doomed = self.doomed, 0
        async with unit_of_work() as session:
            deleted = await comments.destroy_branch(session, identity.actor(), comment_id=doomed)
        (await self.get_state(Notice))._say(f"{deleted} comments are deleted.")

    @rx.event
    @signed_in()
    async def pin(self, comment_id: int, pinned: bool) -> None:
        """Put a comment at the top, or take it from there."""
        change = comments.pin if pinned else comments.unpin
        async with unit_of_work() as session:
            await change(session, identity.actor(), comment_id=comment_id)

    @rx.event
    @signed_in(limit="writes")
    async def react(self, comment_id: int, code: Annotated[str, Field(max_length=30)]) -> None:
        """Choose a reaction; an empty code takes it back."""
        async with unit_of_work() as session:
            await reactions.react(
                session, identity.actor(), target="comment", target_id=comment_id, code=code or None
            )
        self.my_reactions = {**self.my_reactions, str(comment_id): code}

    @rx.event
    @public()
    async def sort(self, order: Annotated[str, AfterValidator(comments.Order)]) -> None:
        """Read the discussion in another order."""
        self.order = comments.Order(order).value
        async with reading() as session:
            self._show(await self._first_page(session), self.post_id)

    @rx.event
    @public()
    async def load_more(self) -> None:
        """The next page of roots."""
        async with reading() as session:
            thread = await comments.thread(
                session, identity.actor(), post_id=self.post_id, order=comments.Order(self.order), cursor=self.next_cursor
            )
        self._append(thread.items)
        self.more = {**self.more, **thread.more}
        self.next_cursor = thread.next_cursor or ""

    @rx.event
    @public()
    async def load_replies(self, comment_id: int) -> None:
        """The next replies of one comment."""
        async with reading() as session:
            thread = await comments.replies(
                session,
                identity.actor(),
                comment_id=comment_id,
                order=comments.Order(self.order),
                cursor=self.more.get(str(comment_id)),
            )
        self._append(thread.items)
        rest = {key: cursor for key, cursor in self.more.items() if key != str(comment_id)}
        if thread.next_cursor:
            rest[str(comment_id)] = thread.next_cursor
        self.more = {**rest, **thread.more}

    async def _first_page(self, session: AsyncSession) -> Thread:
        return await comments.thread(
            session, identity.actor(), post_id=self.post_id, order=comments.Order(self.order)
        )

    @contextmanager
    def _telling(self, form: ReplyForm) -> Iterator[None]:
        """The field that sent `form` hears whether its words are kept, or why not."""
        try:
            yield
        except Refusal as refusal:
            self.refusal = {"client_id": form.client_id.hex, "sentence": refusal.sentence}
            raise
        self.sent_id, self.refusal = form.client_id.hex, {}

    async def _show_own(self, comment_id: int) -> None:
        async with reading() as session:
            view = await comments.get_view(session, identity.actor(), comment_id)
        self.own = [*self._own_but(comment_id), view]

    def _append(self, items: list[CommentView]) -> None:
        """Add what was loaded; the page puts each below its parent."""
        known = {each.id for each in self.items}
        self.items = [*self.items, *(each for each in items if each.id not in known)]

    def _own_but(self, comment_id: int) -> list[CommentView]:
        return [each for each in self.own if each.id != comment_id]


class LiveComments(rx.State):
    """What others did in the discussion since it was loaded; written by `state/live.py` alone.

    Deltas go to the tabs as they are, without loading a State, so the server's copy stays empty.
    """

    news: list[CommentView] = []
    total: int = -1
