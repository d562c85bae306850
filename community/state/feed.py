"""State of the feed, which is the list of posts in a browser tab.

The home page, tag pages, community pages and profiles show a feed.
"""

from dataclasses import dataclass
from typing import Annotated, ClassVar
from urllib.parse import unquote

import reflex as rx
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock
from community.core.actor import Actor
from community.core.database import read_session, unit_of_work
from community.core.errors import Invalid
from community.core.pagination import Page
from community.core.read_models import ReadModel, Timestamp
from community.domain import discovery, reactions
from community.domain.posts.schemas import PostCard
from community.domain.reactions.schemas import ReactionSummary
from community.realtime import subscriptions, topics
from community.state import location, request_context
from community.state.forms import Id
from community.state.lists import PostListPage, build_list_page
from community.state.location import Cursor
from community.state.policy import public, signed_in
from community.state.transient_vars import TransientVarsState

_BY_PATH = {
    urls.POPULAR: discovery.Feed.POPULAR,
    urls.NEW: discovery.Feed.NEW,
    urls.PERSONAL: discovery.Feed.PERSONAL,
}


@dataclass(frozen=True)
class FeedScope:
    """The criteria that select and sort the posts of a feed."""

    name: discovery.Feed = discovery.Feed.NEW
    community_id: int | None = None
    author_id: int | None = None
    tag: str | None = None

    def get_update_topic(self, actor: Actor) -> str:
        """Return the message topic that a browser tab subscribes to for new posts of this feed."""
        if self.community_id is not None:
            return topics.community_feed(self.community_id)
        if self.author_id is not None:
            return topics.author_feed(self.author_id)
        if self.tag is not None:
            return topics.tag_feed(self.tag)
        if self.name is discovery.Feed.PERSONAL:
            return topics.personal_feed(actor.id)
        return topics.FEEDS


class NewPost(ReadModel):
    """The id of a new post, and the time at which the server sent the id to the browser."""

    post_id: int
    pushed_at: Timestamp


class FeedState(TransientVarsState, rx.State):
    """The most recently loaded page of a feed, and the viewer's later reactions.

    Attributes:
        reactions_by_post_id: Maps post ids to all reactions to the post. Contains only posts to
            which the viewer reacted after the page was loaded.
        name: The name of the feed. On the home page it is Popular for guests, and the default
            feed from their settings for members.
        removed_post_ids: The ids of posts that are no longer published. Set by
            `find_removed_posts`.
        is_sign_in_required: Whether the page asks the viewer to sign in. True if a guest opens the
            Personal feed.
    """

    loaded_page: PostListPage | None = None
    reactions_by_post_id: dict[str, ReactionSummary] = {}
    removed_post_ids: list[int] = []
    name: str = discovery.Feed.POPULAR.value
    tag: str = ""
    is_sign_in_required: bool = False
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})
    _scope: FeedScope = FeedScope()

    @rx.event
    @public()
    async def load(self) -> None:
        actor = request_context.get_actor()
        scope = self._get_scope_from_url(actor)
        async with read_session() as session:
            self.name, self.tag = scope.name.value, scope.tag or ""
            self.is_sign_in_required = actor.is_guest and scope.name is discovery.Feed.PERSONAL
            if self.is_sign_in_required:
                self._show_empty_feed()
            else:
                await self._load_feed(session, scope)

    @rx.event
    @public()
    async def load_more(self, cursor: Cursor) -> None:
        async with read_session() as session:
            self.loaded_page = await self._read_page(session, cursor, is_first=False)

    @rx.event
    @public()
    async def refresh(self) -> None:
        self.reactions_by_post_id = {}
        async with read_session() as session:
            self.loaded_page = await self._read_page(session, "", is_first=True)

    @rx.event
    @public()
    async def find_removed_posts(
        self, post_ids: Annotated[list[Id], Field(max_length=200)]
    ) -> None:
        """Set `removed_post_ids` to the posts in `post_ids` that are no longer published.

        The browser then hides these posts.
        """
        async with read_session() as session:
            published = await discovery.filter_published_ids(session, post_ids)
        self.removed_post_ids = [post_id for post_id in post_ids if post_id not in published]

    @rx.event
    @signed_in(limit="writes")
    async def react(self, post_id: Id, code: Annotated[str, Field(max_length=30)]) -> None:
        """Set the viewer's reaction to a post. An empty `code` removes the reaction."""
        async with unit_of_work() as session:
            summary = await reactions.react(
                session,
                request_context.get_actor(),
                target="post",
                target_id=post_id,
                code=code or None,
            )
        self.reactions_by_post_id = {**self.reactions_by_post_id, str(post_id): summary}

    async def _load_feed(self, session: AsyncSession, scope: FeedScope) -> None:
        subscriptions.set_topics(
            request_context.get_tab_token(),
            "page",
            (scope.get_update_topic(request_context.get_actor()),),
        )
        self._scope, self.reactions_by_post_id, self.removed_post_ids = scope, {}, []
        try:
            self.loaded_page = await self._read_page(
                session, location.get_query_param(self, "cursor"), is_first=True
            )
        except Invalid:
            self.loaded_page = await self._read_page(session, "", is_first=True)

    def _show_empty_feed(self) -> None:
        subscriptions.set_topics(request_context.get_tab_token(), "page", ())
        empty: Page[PostCard] = Page(items=[])
        self.loaded_page = build_list_page(
            PostListPage, self, empty, start_cursor="", is_first=True, as_of=clock.now()
        )

    async def _read_page(
        self, session: AsyncSession, cursor: str, *, is_first: bool
    ) -> PostListPage:
        scope, actor, as_of = self._scope, request_context.get_actor(), clock.now()
        page = await discovery.get_feed_with_pinned(
            session,
            actor,
            name=scope.name,
            community_id=scope.community_id,
            author_id=scope.author_id,
            tag=scope.tag,
            cursor=cursor,
        )
        return build_list_page(
            PostListPage, self, page, start_cursor=cursor, is_first=is_first, as_of=as_of
        )

    def _get_scope_from_url(self, actor: Actor) -> FeedScope:
        path = location.get_path(self)
        if path.startswith(urls.tag("")):
            return FeedScope(tag=unquote(path.removeprefix(urls.tag(""))))
        if path in _BY_PATH:
            return FeedScope(name=_BY_PATH[path])
        return FeedScope(name=discovery.get_default_feed(actor))


class NewPostsState(rx.State):
    """Posts that were published after the feed was loaded.

    `push_dispatcher` sends the posts directly to the browser. On the server the list is always
    empty.
    """

    new_posts: list[NewPost] = []
