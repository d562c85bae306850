"""State of the page of a post, and the actions on posts."""

from dataclasses import dataclass
from typing import Annotated, ClassVar

import reflex as rx
from pydantic import Field

from community import urls
from community.core.db.sessions import read_session
from community.core.errors import NotFound
from community.domain import follows, notifications, pages, posts, reactions, site
from community.domain.posts.schemas import ArticleView
from community.domain.site.schemas import ReactionCount
from community.i18n import gettext as _
from community.realtime import messages
from community.reflex_adapter.transient_vars import TransientVarsState
from community.state.pages.advertisements import PageAdvertisementsState
from community.state.pages.comments.ai import AssistantState, SummaryState
from community.state.pages.comments.comments import CommentsState, get_sortable_timestamp
from community.state.runtime import location, open_tabs, request_context, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action, run_query

_PARTS_WITH_SETTINGS = [
    messages.page_part_topic(name) for name in ("discussion", "reactions", "summary")
]


@dataclass(frozen=True)
class OpenedPost:
    """The fields of the open post that the server still needs after sending the post."""

    author_id: int
    is_watching: bool


class PostState(location.SlugPageState, TransientVarsState, rx.State):
    """The open post, the viewer's permissions for it, and the viewer's reaction."""

    post: ArticleView | None = None
    my_reaction: str = ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"post"})
    _opened_post: OpenedPost | None = None

    @rx.event
    @public()
    async def load(self) -> None:
        """Load the post in the URL and its discussion, and subscribe the browser tab to changes."""
        self._start_loading()
        discussion, as_of = await self.get_state(CommentsState), get_sortable_timestamp()
        summary = await self.get_state(SummaryState)
        assistant = await self.get_state(AssistantState)
        try:
            post_id = posts.parse_post_id(location.get_path_part(self, 1))
            # Subscribe before loading. In the opposite order, a change between the two steps would
            # be missed.
            open_tabs.subscribe("page", messages.post_topic(post_id), *_PARTS_WITH_SETTINGS)
            async with read_session() as session:
                page = await pages.load_post_page(
                    session,
                    request_context.get_actor(),
                    post_id,
                    order=location.get_query_param(self, "order"),
                    comment=location.get_query_param(self, "comment"),
                    after=location.get_query_param(self, "after"),
                )
                self.post = page.post
                await discussion._load(session, post_id, page.thread, as_of)
                summary._show_closed(post_id, is_offered=page.is_summary_offered)
                await assistant._load(session, post_id)
                if page.advertised is not None:
                    state = await self.get_state(PageAdvertisementsState)
                    await state._load(session, page.advertised)
        except NotFound as error:
            open_tabs.subscribe("page")
            self.post = self._opened_post = None
            self._redirect_or_report_missing(error)
            return
        posts.record_view(request_context.get_actor(), post_id)
        self._opened_post = OpenedPost(self.post.author.id, self.post.is_watching)
        self.my_reaction = self.post.my_reaction or ""
        await _send_reactions(post_id, self.post.reactions)
        if self.post.url != self.path:
            full_path = location.get_full_path(self)
            self.redirect_url = urls.copy_query_string(self.post.url, full_path)

    @rx.event
    @signed_in(limit="writes")
    async def react(self, post_id: Id, code: Annotated[str, Field(max_length=30)]) -> None:
        """Set the viewer's reaction to a post. An empty `code` removes the reaction.

        The browser queues events while it is offline. When the browser sends the event, the tab can
        already show another page. Then the reaction is stored, but the page stays unchanged.
        """
        summary = await run_action(
            reactions.react, target="post", target_id=post_id, code=code or None
        )
        if not location.is_post_open(self, post_id):
            return
        self.my_reaction = summary.my_reaction or ""
        await _send_reactions(post_id, summary.reactions)


class PostReactionsPush(open_tabs.Push):
    """The reaction counts of the open post, sent on loading and after each change."""

    push_type: ClassVar[str] = "post_reactions"

    post_id: int
    reactions: list[ReactionCount]


async def push_reactions(message: messages.PostReactionsChanged) -> None:
    tabs_by_viewer = await open_tabs.group_by_viewer(message.topic)
    if not tabs_by_viewer:
        return
    async with read_session() as session:
        post = await posts.find(session, message.post_id)
        if post is None:
            return
        counts = await site.build_reaction_counts(session, post.reactions)
    push = PostReactionsPush(post_id=post.id, reactions=counts)
    readers = [viewer for viewer in tabs_by_viewer if posts.may_read(viewer, post)]
    await open_tabs.send_to_viewers(push, readers, tabs_by_viewer)


async def _send_reactions(post_id: int, reactions: list[ReactionCount]) -> None:
    await open_tabs.send_to_sender(PostReactionsPush(post_id=post_id, reactions=reactions))


class PostActionsState(rx.State):
    """The state of the buttons on the post page, and the event handlers for the buttons."""

    is_following_author: bool = False
    is_watching: bool = False  # whether the user is notified about new comments on the post
    # The id of the post that the user deleted on this page and can restore. 0 if the user deleted
    # no post.
    deleted_post_id: int = 0

    @rx.event
    @public()
    async def load(self) -> None:
        """Load whether the user watches the post and follows its author, after `PostState.load`."""
        actor, opened = request_context.get_actor(), (await self.get_state(PostState))._opened_post
        self.is_following_author = self.is_watching = False
        self.deleted_post_id = 0
        if actor.is_guest or opened is None:
            return
        self.is_watching = opened.is_watching
        if not actor.is_user(opened.author_id):
            followed_ids = await run_query(follows.find_followed_ids, [opened.author_id])
            self.is_following_author = opened.author_id in followed_ids

    @rx.event
    @signed_in(limit="writes")
    async def follow(self, user_id: Id, enabled: bool) -> None:
        await run_action(follows.follow if enabled else follows.unfollow, user_id=user_id)
        self.is_following_author = enabled

    @rx.event
    @signed_in(limit="writes")
    async def watch(self, post_id: Id, enabled: bool) -> None:
        change = notifications.watch if enabled else notifications.unwatch
        await run_action(change, post_id=post_id)
        self.is_watching = enabled

    @rx.event
    @signed_in(limit="writes")
    async def publish(self, post_id: Id) -> None:
        post = await run_action(posts.publish, post_id=post_id)
        await self._reload_post(post_id)
        is_held = posts.is_held(post)
        await toasts.show_toast(self, _("Sent for review") if is_held else _("Published"))

    @rx.event
    @signed_in(limit="writes")
    async def unpublish(self, post_id: Id) -> None:
        await run_action(posts.unpublish, post_id=post_id)
        await self._reload_post(post_id)
        await toasts.show_toast(self, _("Unpublished"))

    @rx.event
    @signed_in(limit="writes")
    async def pin(self, post_id: Id, enabled: bool) -> None:
        await run_action(posts.pin if enabled else posts.unpin, post_id=post_id)
        await self._reload_post(post_id)
        await toasts.show_toast(self, _("Pinned") if enabled else _("Unpinned"))

    @rx.event
    @signed_in(limit="writes")
    async def delete(self, post_id: Id) -> None:
        deleted = await run_action(posts.delete, post_id=post_id)
        self.deleted_post_id = post_id
        if deleted:
            await toasts.show_toast(self, _("Post deleted"), undo_kind="post", undo_id=post_id)

    @rx.event
    @signed_in()
    async def reload_after_undo(self) -> None:
        """Reload the deleted post after the user restored the post with "Undo"."""
        if self.deleted_post_id:
            await self._reload_post(self.deleted_post_id)
            self.deleted_post_id = 0

    async def _reload_post(self, post_id: int) -> None:
        state = await self.get_state(PostState)
        try:
            state.post = await run_query(posts.get_article, post_id)
            await (await self.get_state(CommentsState))._reload_rules()
        except NotFound as error:  # moderators cannot read a post after unpublishing it
            state.post = None
            state._redirect_or_report_missing(error)
