"""The feed that this tab shows: on the home page, of a tag, of a community, of an author."""

from dataclasses import dataclass
from typing import Annotated, ClassVar
from urllib.parse import unquote

import reflex as rx
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.core.errors import Invalid
from community.core.pagination import Page
from community.core.views import Timestamp, View
from community.domain import discovery, reactions
from community.domain.posts.schemas import PostCard
from community.domain.reactions.schemas import ReactionSummary
from community.realtime import topics, watchers
from community.state import identity, place
from community.state.forms import Id
from community.state.lists import FeedLeaf, leaf
from community.state.passing import Passing
from community.state.place import Cursor
from community.state.policy import public, signed_in

_BY_PATH = {
    urls.POPULAR: discovery.Feed.POPULAR,
    urls.NEW: discovery.Feed.NEW,
    urls.PERSONAL: discovery.Feed.PERSONAL,
}


@dataclass(frozen=True)
class Scope:
    """Which posts a feed has, and in which order."""

    name: discovery.Feed = discovery.Feed.NEW
    community_id: int | None = None
    author_id: int | None = None
    tag: str | None = None

    def topic(self, actor: Actor) -> str:
        """What tells of new posts in it."""
        if self.community_id is not None:
            return topics.feed_of_community(self.community_id)
        if self.author_id is not None:
            return topics.feed_of_author(self.author_id)
        if self.tag is not None:
            return topics.feed_of_tag(self.tag)
        if self.name is discovery.Feed.PERSONAL:
            return topics.personal_feed(actor.id)
        return topics.FEEDS


class Arrival(View):
    """A post that was published, and when the tabs were told."""

    post_id: int
    at: Timestamp


class Feed(Passing, rx.State):
    """One page of posts, and what this person chose on them since they were loaded.

    Attributes:
        name: the feed that the home page shows: a guest's is Popular, a member's their own choice.
        gone: of the posts that were asked for again, those that nobody can read any more.
        wants_account: it is the Personal feed of a guest.
    """

    leaf: FeedLeaf | None = None
    reacted: dict[str, ReactionSummary] = {}
    gone: list[int] = []
    name: str = discovery.Feed.POPULAR.value
    tag: str = ""
    wants_account: bool = False
    _passing: ClassVar[frozenset[str]] = frozenset({"leaf"})
    _scope: Scope = Scope()

    @rx.event
    @public()
    async def open(self) -> None:
        """A page that is a feed and nothing else was opened."""
        actor = identity.actor()
        scope = self._scope_here(actor)
        async with reading() as session:
            self.name, self.tag = scope.name.value, scope.tag or ""
            self.wants_account = actor.is_guest and scope.name is discovery.Feed.PERSONAL
            if self.wants_account:
                self._show_nothing()
            else:
                await self._show(session, scope)

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        """The page behind `cursor`."""
        async with reading() as session:
            self.leaf = await self._read(session, cursor, is_first=False)

    @rx.event
    @public()
    async def refresh(self) -> None:
        """Begin again at the top, with what was published meanwhile."""
        self.reacted = {}
        async with reading() as session:
            self.leaf = await self._read(session, "", is_first=True)

    @rx.event
    @public()
    async def look_again(self, post_ids: Annotated[list[Id], Field(max_length=200)]) -> None:
        """Which of the posts that the reader has are gone, when the feed began again."""
        async with reading() as session:
            there = await discovery.published_among(session, post_ids)
        self.gone = [each for each in post_ids if each not in there]

    @rx.event
    @signed_in(limit="writes")
    async def react(self, post_id: Id, code: Annotated[str, Field(max_length=30)]) -> None:
        """Choose a reaction to a post; an empty code takes it back."""
        async with unit_of_work() as session:
            summary = await reactions.react(
                session, identity.actor(), target="post", target_id=post_id, code=code or None
            )
        self.reacted = {**self.reacted, str(post_id): summary}

    async def _show(self, session: AsyncSession, scope: Scope) -> None:
        """Listen to a feed, and begin with the page that the address asks for."""
        watchers.watch(identity.tab(), "page", (scope.topic(identity.actor()),))
        self._scope, self.reacted, self.gone = scope, {}, []
        try:
            self.leaf = await self._read(session, place.query(self, "cursor"), is_first=True)
        except Invalid:
            self.leaf = await self._read(session, "", is_first=True)

    def _show_nothing(self) -> None:
        watchers.watch(identity.tab(), "page", ())
        empty: Page[PostCard] = Page(items=[])
        self.leaf = leaf(FeedLeaf, self, empty, start="", is_first=True, as_of=clock.now())

    async def _read(self, session: AsyncSession, cursor: str, *, is_first: bool) -> FeedLeaf:
        scope, actor, as_of = self._scope, identity.actor(), clock.now()
        page = await discovery.page(
            session,
            actor,
            name=scope.name,
            community_id=scope.community_id,
            author_id=scope.author_id,
            tag=scope.tag,
            cursor=cursor,
        )
        return leaf(FeedLeaf, self, page, start=cursor, is_first=is_first, as_of=as_of)

    def _scope_here(self, actor: Actor) -> Scope:
        path = place.path(self)
        if path.startswith(urls.tag("")):
            return Scope(tag=unquote(path.removeprefix(urls.tag(""))))
        if path in _BY_PATH:
            return Scope(name=_BY_PATH[path])
        return Scope(name=discovery.default_feed(actor))


class Arrivals(rx.State):
    """What was published since; written by `state/live.py` alone, as `LiveComments` is."""

    arrived: list[Arrival] = []
