"""The discussion under the post that this tab has open."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any, ClassVar
from uuid import UUID

import reflex as rx
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.database import reading, unit_of_work
from community.core.errors import Refusal
from community.domain import comments, reactions
from community.domain.comments.schemas import CommentRevisionView, CommentView
from community.state import forms, identity, place
from community.state.discussion import Loaded, Reading
from community.state.forms import Id, IdOrNone
from community.state.notice import Notice
from community.state.passing import Passing
from community.state.policy import public, signed_in

# Of one question; a browser that has more comments asks again.
Asked = Annotated[list[Id], Field(max_length=200)]
# A browser may draw two changes as one: what the last one said is still said.
OWN_KEPT = 4


class ReplyForm(BaseModel):
    """What the composer sends.

    Attributes:
        client_id: makes sending twice harmless.
        revision: which try of this message it is; the answer repeats it.
        base: of a change, the version that it was made to.
    """

    text: str = Field("", max_length=100_000)
    media: list[UUID] = Field(default=[], max_length=20)
    client_id: UUID
    revision: int = Field(1, ge=1, le=1_000_000)
    base: int | None = Field(None, ge=1, le=2**31)


class Comments(Passing, rx.State):
    """The discussion: the page of it that was loaded last, and what this person did in it lately.

    Attributes:
        own: what this person wrote or changed, the last few.
        ignores: whose words they do not want to read.
        sent, refusal: what became of the message that was sent last.
        doomed: the comment whose branch is about to be deleted.
        history_of, history: whose earlier texts are open, and these.
    """

    loaded: Loaded = Loaded()
    own: list[CommentView] = []
    ignores: list[int] = []
    my_reactions: dict[str, str] = {}
    sent: dict[str, Any] = {}
    refusal: dict[str, Any] = {}
    doomed: int = 0
    history_of: int = 0
    history: list[CommentRevisionView] = []
    _passing: ClassVar[frozenset[str]] = frozenset({"loaded"})
    _reading: Reading = Reading()

    async def _open(self, session: AsyncSession, post_id: int, as_of: str) -> None:
        """Begin with what the address asks for; also when the connection came back.

        Args:
            as_of: a `moment` before anything was read.
        """
        opening = await comments.open_discussion(
            session,
            identity.actor(),
            post_id=post_id,
            order=place.query(self, "order"),
            comment=place.query(self, "comment"),
            after=place.query(self, "after"),
        )
        self.own, self.my_reactions = [], {}
        self.ignores = sorted(await comments.unheard(session, identity.actor()))
        self._reading = Reading(post_id, opening.order, opening.focus or 0, opening.is_later)
        self.loaded = self._reading.page(
            opening.thread, is_lost=opening.is_lost, begins=True, as_of=as_of
        )

    @rx.event
    @signed_in(limit="comments")
    async def submit_reply(self, post_id: Id, parent_id: IdOrNone, message: dict[str, Any]) -> None:
        """Send a reply; 0 as the parent comments on the post itself.

        The words stay in their field until they are kept. Which post they belong to is said with
        them: written without a connection they arrive when the tab shows another page.
        """
        form = forms.read(ReplyForm, message)
        with self._telling(form):
            async with unit_of_work() as session:
                sent = await comments.reply(
                    session,
                    identity.actor(),
                    post_id=post_id,
                    parent_id=parent_id or None,
                    text=form.text,
                    media=form.media,
                    client_id=form.client_id,
                )
        await self._show_own(sent.id)

    @rx.event
    @signed_in(limit="comments")
    async def save_edit(self, comment_id: Id, message: dict[str, Any]) -> None:
        """Change one's own comment."""
        form = forms.read(ReplyForm, message)
        with self._telling(form):
            async with unit_of_work() as session:
                await comments.edit(
                    session,
                    identity.actor(),
                    comment_id=comment_id,
                    text=form.text,
                    base_version=form.base,
                )
        await self._show_own(comment_id)

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, comment_id: Id) -> None:
        """Delete a comment; everybody who has the page open sees it go."""
        async with unit_of_work() as session:
            deleted = await comments.delete(session, identity.actor(), comment_id=comment_id)
        self.own = self._own_but(comment_id)
        if deleted:
            notice = await self.get_state(Notice)
            notice._say("The comment is deleted.", undo_kind="comment", undo_id=comment_id)

    @rx.event
    @signed_in()
    async def doom(self, comment_id: IdOrNone) -> None:
        """Ask whether a whole branch should go; 0 thinks better of it."""
        self.doomed = comment_id

    @rx.event
    @signed_in(limit="writes")
    async def destroy_branch(self) -> None:
        """Delete the doomed comment with everything below it."""
        doomed, self.doomed = self.doomed, 0
        async with unit_of_work() as session:
            deleted = await comments.destroy_branch(session, identity.actor(), comment_id=doomed)
        said = "The comment is deleted." if deleted == 1 else f"{deleted} comments are deleted."
        (await self.get_state(Notice))._say(said)

    @rx.event
    @signed_in(limit="writes")
    async def pin(self, comment_id: Id, pinned: bool) -> None:
        """Put a comment at the top, or take it from there."""
        change = comments.pin if pinned else comments.unpin
        async with unit_of_work() as session:
            await change(session, identity.actor(), comment_id=comment_id)

    @rx.event
    @signed_in(limit="writes")
    async def react(self, comment_id: Id, code: Annotated[str, Field(max_length=30)]) -> None:
        """Choose a reaction; an empty code takes it back."""
        async with unit_of_work() as session:
            await reactions.react(
                session, identity.actor(), target="comment", target_id=comment_id, code=code or None
            )
        self.my_reactions = {**self.my_reactions, str(comment_id): code}

    @rx.event
    @public()
    async def load_more(self, cursor: place.Cursor) -> None:
        """The page of comments on the post itself that begins behind a cursor."""
        async with reading() as session:
            thread = await comments.thread(
                session,
                identity.actor(),
                post_id=self._reading.post_id,
                order=self._reading.order,
                cursor=cursor,
            )
        self.loaded = self._reading.page(thread, start=cursor)

    @rx.event
    @public()
    async def load_replies(self, comment_id: Id, cursor: place.Cursor) -> None:
        """The replies of one comment that begin behind a cursor; without one, from the first."""
        async with reading() as session:
            thread = await comments.replies(
                session,
                identity.actor(),
                comment_id=comment_id,
                order=self._reading.order,
                cursor=cursor or None,
            )
        self.loaded = self._reading.page(thread, start=cursor, parent_id=comment_id)

    @rx.event
    @public()
    async def look_again(self, comment_ids: Asked) -> None:
        """What has become of comments that the reader has, when a reading began again."""
        async with reading() as session:
            thread = await comments.again(
                session, identity.actor(), post_id=self._reading.post_id, comment_ids=comment_ids
            )
        self.loaded = self._reading.page(thread, asked=comment_ids)

    @rx.event
    @signed_in()
    async def show_history(self, comment_id: IdOrNone) -> None:
        """What a comment said before it was changed; 0 closes the list."""
        self.history_of, self.history = comment_id, []
        if comment_id:
            async with reading() as session:
                page = await comments.history(session, identity.actor(), comment_id=comment_id)
            self.history = page.items

    @contextmanager
    def _telling(self, form: ReplyForm) -> Iterator[None]:
        """The field that sent `form` hears whether its words are kept, or why not."""
        about = {"client_id": form.client_id.hex, "revision": form.revision}
        try:
            yield
        except Refusal as refusal:
            version = refusal.details.get("version")
            self.refusal = {**about, "sentence": refusal.sentence, "version": version}
            raise
        self.sent, self.refusal = about, {}

    async def _show_own(self, comment_id: int) -> None:
        async with reading() as session:
            view = await comments.get_view(session, identity.actor(), comment_id)
        self.own = [*self._own_but(comment_id), view][-OWN_KEPT:]

    def _own_but(self, comment_id: int) -> list[CommentView]:
        return [each for each in self.own if each.id != comment_id]


class Told(CommentView):
    """A comment as all tabs were told of it.

    Attributes:
        told: the `moment` of that. The same comment can look again as it did before: a reaction was
            withdrawn, a deletion was undone.
    """

    told: str


class LiveComments(rx.State):
    """What others did in the discussion since it was loaded; written by `state/live.py` alone.

    Deltas go to the tabs as they are, without loading a State, so the server's copy stays empty.
    """

    news: list[Told] = []
    total: int = -1
