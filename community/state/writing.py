"""The post that this tab has open for writing.

The browser holds what is written and sends what changed (`assets/ui/writing/post`). Each message
stands for itself, so that it can be sent again after a lost connection, or to a process that has
never heard of this tab.
"""

from typing import Annotated, Any

import reflex as rx
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core.database import reading, unit_of_work
from community.core.errors import NotFound, Refusal
from community.domain import communities, posts
from community.domain.communities.schemas import CommunityLabel
from community.domain.posts.schemas import DraftView
from community.realtime import watchers
from community.state import forms, identity, manuscript, place
from community.state.forms import Id
from community.state.manuscript import Kept, Manuscript, Refused
from community.state.policy import public, signed_in

PLACES_SHOWN = 12


class Writing(rx.State):
    """A post as its author edits it.

    Attributes:
        path: the address that was opened; `draft` belongs to it, None for a new post.
        chosen: the community that the address asks for.
        is_own: whether what is written is saved as a draft; administrators change the posts of
            others at once.
        seen_at: where its author sees it as readers will; empty before its first word.
        places: communities to choose from.
    """

    path: str = ""
    draft: DraftView | None = None
    chosen: CommunityLabel | None = None
    missing: bool = False
    is_own: bool = True
    seen_at: str = ""
    kept: Kept | None = None
    refused: Refused | None = None
    places: list[CommunityLabel] = []

    @rx.event
    @public()
    async def open(self) -> None:
        """The page was opened. A new post leaves no trace before its first word."""
        watchers.watch(identity.tab(), "page", ())
        self.draft, self.chosen, self.missing, self.is_own = None, None, False, True
        self.kept, self.refused, self.seen_at = None, None, ""
        try:
            if not identity.actor().is_guest:
                async with reading() as session:
                    await self._read(session)
        except Refusal:
            self.missing = True
        self.path = place.path(self)

    @rx.event
    @signed_in()
    async def load(self, post_id: Id) -> None:
        """Show what is stored now, instead of what this tab has."""
        async with reading() as session:
            self.draft = await posts.get_draft(session, identity.actor(), post_id)

    @rx.event
    @signed_in(limit="writes")
    async def save(self, message: dict[str, Any]) -> None:
        """Keep what was written; its readers see nothing of it yet."""
        sent = forms.read(Manuscript, message)
        try:
            async with unit_of_work() as session:
                post = await manuscript.keep(session, sent)
                draft = await posts.get_draft(session, identity.actor(), post.id)
        except Refusal as refusal:
            self.refused = Refused.of(sent, refusal)
        else:
            self._know(Kept.of(sent, draft), draft)

    @rx.event
    @signed_in(limit="writes")
    async def publish(self, message: dict[str, Any]) -> None:
        """Keep what was written and show it to everybody."""
        sent = forms.read(Manuscript, message)
        try:
            async with unit_of_work() as session:
                post = await manuscript.publish(session, sent)
                draft = await posts.get_draft(session, identity.actor(), post.id)
        except Refusal as refusal:
            self.refused = Refused.of(sent, refusal)
        else:
            self._know(Kept.of(sent, draft, leads_to=urls.post(post.id, post.slug)), draft)

    @rx.event
    @signed_in(limit="writes")
    async def discard(self, post_id: Id) -> None:
        """Go back to what readers see."""
        async with unit_of_work() as session:
            await posts.discard_changes(session, identity.actor(), post_id=post_id)
            self.draft = await posts.get_draft(session, identity.actor(), post_id)

    @rx.event
    @signed_in(limit="search")
    async def find_places(self, name: Annotated[str, Field(max_length=100)]) -> None:
        """Communities to publish in, by a part of their name."""
        async with reading() as session:
            self.places = await communities.open_to(
                session, identity.actor(), name=name, limit=PLACES_SHOWN
            )

    async def _read(self, session: AsyncSession) -> None:
        actor = identity.actor()
        self.places = await communities.open_to(session, actor, limit=PLACES_SHOWN)
        if place.path(self) == urls.WRITE:
            self.chosen = await self._asked_for(session)
            return
        post_id = place.post_id(self)
        self.draft = await posts.get_draft(session, actor, post_id)
        self.seen_at = urls.post(self.draft.id, self.draft.slug)
        post = await posts.get_readable(session, actor, post_id)
        self.is_own = actor.is_person(post.author_id)

    async def _asked_for(self, session: AsyncSession) -> CommunityLabel | None:
        slug = place.query(self, "community")
        if not slug:
            return None
        try:
            found = await communities.get_view(session, identity.actor(), slug)
        except NotFound:
            return None
        return CommunityLabel.model_validate(found) if found.can_post else None

    def _know(self, kept: Kept, draft: DraftView) -> None:
        self.kept, self.refused, self.seen_at = kept, None, urls.post(draft.id, draft.slug)
