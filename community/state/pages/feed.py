"""State of feeds, of the suggestions that an empty feed shows, and of the setup checklist."""

from datetime import datetime
from functools import partial
from typing import Annotated, ClassVar
from urllib.parse import unquote

import reflex as rx
from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.db.sessions import read_session
from community.core.read_models import Timestamp
from community.domain import communities, discovery, follows, pages, posts, reactions, site
from community.domain.reactions.schemas import ReactionSummary
from community.models import Post
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.advertisements import PageAdvertisementsState
from community.state.runtime import lists, location, open_tabs, request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query


class FollowSuggestionsState(TransientVarsState, rx.State):
    """Communities and authors that the viewer can follow."""

    suggestions: discovery.FollowSuggestions = discovery.FollowSuggestions()
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"suggestions"})
    # Maps community ids to whether the viewer is a member. Contains only memberships that changed
    # after the suggestions were loaded.
    is_member_by_id: dict[str, bool] = {}
    is_following_by_id: dict[str, bool] = {}  # the same for the ids of authors
    has_followed: bool = False  # whether the viewer follows at least one of the suggestions

    @rx.event
    @signed_in(limit="writes")
    async def join(self, community_id: Id, enabled: bool) -> None:
        change = communities.join if enabled else communities.leave
        await run_action(change, community_id=community_id)
        self.is_member_by_id = lists.remember_change(self.is_member_by_id, community_id, enabled)
        self._update_has_followed()

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        self.is_following_by_id = lists.remember_change(self.is_following_by_id, user_id, enabled)
        self._update_has_followed()

    @rx.event
    @signed_in()
    async def refresh(self) -> None:
        """Reload the suggestions. The server triggers this event after a change of the settings."""
        self.suggestions = await run_query(discovery.get_follow_suggestions)

    def _update_has_followed(self) -> None:
        changed = (self.is_member_by_id, self.is_following_by_id)
        self.has_followed = any(any(states.values()) for states in changed)

    def _show(self, suggestions: discovery.FollowSuggestions) -> None:
        self.is_member_by_id, self.is_following_by_id, self.has_followed = {}, {}, False
        self.suggestions = suggestions


class SetupChecklistState(rx.State):
    """The checklist for administrators of a new site, or None for other viewers."""

    checklist: discovery.SetupChecklist | None = None

    @rx.event
    @signed_in(limit="writes")
    async def dismiss(self) -> None:
        """Hide the checklist permanently for all administrators of the site."""
        await run_action(site.update_settings, site.ChecklistSettings(is_checklist_dismissed=True))
        self.checklist = None


class FeedState(TransientVarsState, rx.State):
    """The most recently loaded page of a feed, and the viewer's later reactions."""

    loaded_page: lists.PostListPage | None = None
    # Maps post ids to all reactions to the post. Contains only posts to which the viewer reacted
    # after the page was loaded.
    reactions_by_post_id: dict[str, ReactionSummary] = {}
    # The ids of posts that the viewer may no longer see in the feed. Set by `find_removed_posts`.
    removed_post_ids: list[int] = []
    # The name of the feed. On the home page it is Popular for guests, and the default feed from
    # their settings for members.
    name: str = discovery.Feed.POPULAR.value
    tag: str = ""
    tag_count: int = 0  # see `FeedPage`
    # Whether the page asks the viewer to sign in. True if a guest opens the Personal feed.
    is_sign_in_required: bool = False
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page"})
    _scope: pages.FeedScope = pages.FeedScope()

    @rx.event
    @public()
    async def load(self) -> None:
        actor = request_context.get_actor()
        scope = pages.find_feed_scope(actor, unquote(location.get_path(self)))
        self.name, self.tag = scope.name.value, scope.tag or ""
        self.is_sign_in_required = pages.is_sign_in_required(actor, scope)
        if self.is_sign_in_required:
            self.loaded_page = lists.build_list_page(lists.PostListPage, self, Page(items=[]))
            return
        self._open(scope)
        async with read_session() as session:
            await self._load_advertisements(session)
            await lists.load_first_page(self, partial(self._load_page, session))

    @rx.event
    @public()
    async def load_more(self, cursor: location.Cursor) -> None:
        as_of = clock.now()
        self._show(await run_query(pages.list_feed_items, self._scope, cursor), as_of, cursor)

    @rx.event
    @public()
    async def refresh(self) -> None:
        self.reactions_by_post_id = {}
        async with read_session() as session:
            await self._load_page(session, "")

    @rx.event
    @public()
    async def find_removed_posts(
        self, post_ids: Annotated[list[Id], Field(max_length=200)]
    ) -> None:
        """Set `removed_post_ids` to the posts that the viewer may no longer see, to hide them."""
        async with read_session() as session:
            listed = await posts.filter_listed_ids(session, request_context.get_actor(), post_ids)
        self.removed_post_ids = [post_id for post_id in post_ids if post_id not in listed]

    @rx.event
    @signed_in(limit="writes")
    async def react(self, post_id: Id, code: Annotated[str, Field(max_length=30)]) -> None:
        """Set the viewer's reaction to a post. An empty `code` removes the reaction."""
        summary = await run_action(
            reactions.react, target="post", target_id=post_id, code=code or None
        )
        self.reactions_by_post_id = lists.remember_change(
            self.reactions_by_post_id, post_id, summary
        )

    def _open(self, scope: pages.FeedScope) -> None:
        """Subscribe the browser tab to changes of a feed, before its first page is loaded."""
        update_topic = get_update_topic(scope, request_context.get_actor())
        open_tabs.subscribe("page", update_topic, messages.page_part_topic("reactions"))
        if scope.name is discovery.Feed.PERSONAL:
            open_tabs.subscribe(
                "follow_suggestions", messages.page_part_topic("follow_suggestions")
            )
        self._scope, self.reactions_by_post_id, self.removed_post_ids = scope, {}, []

    async def _load_advertisements(self, session: AsyncSession) -> None:
        state = await self.get_state(PageAdvertisementsState)
        await state._load(session, self._scope.advertised)

    async def _load_page(self, session: AsyncSession, cursor: str) -> None:
        actor, as_of = request_context.get_actor(), clock.now()
        page = await pages.load_feed_page(session, actor, self._scope, cursor)
        self._show(page.feed, as_of)
        self.tag_count = page.tag_count
        if page.suggestions is not None:
            (await self.get_state(FollowSuggestionsState))._show(page.suggestions)
        if actor.is_admin:
            (await self.get_state(SetupChecklistState)).checklist = page.checklist

    def _show(self, items: Page[discovery.FeedItem], as_of: datetime, cursor: str = "") -> None:
        """Show a page of a feed, which is its first page unless it has a `cursor`."""
        topic = get_update_topic(self._scope, request_context.get_actor())
        self.loaded_page = lists.build_list_page(
            lists.PostListPage, self, items, cursor, as_of=as_of, topic=topic
        )


def get_update_topic(scope: pages.FeedScope, actor: Actor) -> str:
    """Return the message topic that a browser tab subscribes to for new posts of a feed."""
    if scope.community_id is not None:
        return messages.community_feed_topic(scope.community_id)
    if scope.author_id is not None:
        return messages.author_feed_topic(scope.author_id)
    if scope.tag is not None:
        return messages.tag_feed_topic(scope.tag)
    if scope.name is discovery.Feed.PERSONAL:
        return messages.personal_feed_topic(actor.id)
    return messages.FEEDS_TOPIC


class NewPostPush(open_tabs.Push):
    """A post that was published after the feed was loaded.

    Attributes:
        topic: The topic of the feed that contains the post.
    """

    push_type: ClassVar[str] = "new_post"

    topic: str
    post_id: int
    pushed_at: Timestamp


async def push_new_post(message: messages.PostAddedToFeeds) -> None:
    """Tell the tabs whose feeds contain a new post that it was published."""
    async with read_session() as session:
        post = await posts.find(session, message.post_id)
        if post is None:
            return
        feed_topics = await _find_feed_topics(session, post)
    author_topic = messages.author_feed_topic(post.author_id)
    for topic in feed_topics:
        push = NewPostPush(topic=topic, post_id=message.post_id, pushed_at=clock.now())
        tabs_by_viewer = await open_tabs.group_by_viewer(topic)
        readers = [viewer for viewer in tabs_by_viewer if posts.may_read(viewer, post)]
        if topic != author_topic:
            readers = await _drop_ignoring(readers, post)
        await open_tabs.send_to_viewers(push, readers, tabs_by_viewer)


async def _drop_ignoring(viewers: list[Actor], post: Post) -> list[Actor]:
    """Leave out the viewers who ignore the author. Only the profile shows them the posts."""
    async with read_session() as session:
        ignoring_ids = await follows.filter_ignoring(session, viewers, post.author_id)
    return [viewer for viewer in viewers if viewer.user_id not in ignoring_ids]


async def _find_feed_topics(session: AsyncSession, post: Post) -> list[str]:
    feeds = [messages.FEEDS_TOPIC, messages.author_feed_topic(post.author_id)]
    feeds += [messages.tag_feed_topic(tag) for tag in post.tags]
    if post.community_id is not None:
        feeds.append(messages.community_feed_topic(post.community_id))
    if reader_ids := open_tabs.get_topic_ids(messages.PERSONAL_FEED_PREFIX):
        recipients = await discovery.filter_personal_feed_readers(session, post, reader_ids)
        feeds += [messages.personal_feed_topic(reader_id) for reader_id in recipients]
    return feeds
