"""Sends live updates to open browser tabs, for example new comments and reaction counts.

When data changes, the message hub (`realtime/hub.py`) delivers a message with a topic to all server
processes. Each process then sends an update to its connected browser tabs that are subscribed to
this topic. Updates of posts and comments contain only data that guests may see, because all tabs
get the same update. The browser adds the data of the viewer, such as their own reaction.
"""

import logging
from typing import Any, cast

import reflex as rx
from reflex.state import OnLoadInternalState, StateUpdate
from reflex_base.constants.state import FIELD_MARKER
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import background, clock, metrics
from community.core.actor import GUEST
from community.core.database import read_session
from community.core.errors import NotFound
from community.domain import comments, discovery, notifications, posts, site
from community.models import Post
from community.realtime import hub, subscriptions, topics
from community.realtime.hub import Message
from community.realtime.topic_tasks import TopicTasks
from community.state.comments import LiveCommentsState, PushedComment
from community.state.discussion import get_sortable_timestamp
from community.state.feed import NewPost, NewPostsState
from community.state.layout import LayoutState
from community.state.post import PostState
from community.state.recent_changes import RecentChanges
from community.state.socket import GuardedNamespace

log = logging.getLogger(__name__)

# Messages whose content is loaded at the same time. Together with the requests, they must not need
# more database connections than the pool has.
MAX_CONCURRENT_PUSHES = 4
# Inboxes whose counts are read with one query.
INBOX_BATCH_SIZE = 500

_recent_comments: RecentChanges[PushedComment] = RecentChanges()
_recent_posts: RecentChanges[NewPost] = RecentChanges()


class PushDispatcher:
    """Receives messages from the message hub and sends updates to the sockets of the app."""

    def __init__(self, app: rx.App) -> None:
        self._app = app
        self._changed_inboxes: set[int] = set()
        self._pushes = TopicTasks(
            self._push,
            max_concurrent=MAX_CONCURRENT_PUSHES,
            on_overflow=self._reload_subscribed_tabs,
        )

    def start(self) -> None:
        hub.subscribe(self.receive)

    def count_open_tabs(self) -> int:
        namespace = self._app.event_namespace
        return 0 if namespace is None else len(namespace.token_to_sid)

    def receive(self, topic: str, message: Message) -> None:
        """Start the updates of browser tabs that a message from the message hub requires.

        Tabs whose user was signed out are refreshed at once. Updates whose content must first be
        loaded are sent in the order of the messages of their topic.
        """
        if topic == topics.RESYNC:
            self._enqueue_events(subscriptions.get_all_tabs(), OnLoadInternalState.on_load_internal)
        elif topic == topics.USERS:
            tabs = subscriptions.get_subscribed_tabs(topics.inbox(message["user_id"]))
            self._enqueue_events(tabs, LayoutState.refresh)
        elif topic == topics.INBOXES:
            self._changed_inboxes |= {
                user_id
                for user_id in message["recipient_ids"]
                if subscriptions.get_subscribed_tabs(topics.inbox(user_id))
            }
            if self._changed_inboxes:
                self._pushes.add(topic, {})
        elif subscriptions.get_subscribed_tabs(topic) or (
            "published_post_id" in message and subscriptions.get_all_tabs()
        ):
            self._pushes.add(topic, message)

    async def _push(self, topic: str, message: Message) -> None:
        if "comment_id" in message:
            await self._push_comment(topic, message)
        elif "reactions_post_id" in message:
            await self._push_reactions(topic, message["reactions_post_id"])
        elif topic == topics.INBOXES:
            await self._push_unseen_counts()
        elif "published_post_id" in message:
            await self._push_new_post(message["published_post_id"])

    async def _push_comment(self, topic: str, message: Message) -> None:
        tabs = subscriptions.get_subscribed_tabs(topic)
        if not tabs:
            return
        try:
            async with read_session() as session:
                view = await comments.get_public_view(session, message["comment_id"])
                total = (await posts.get_readable(session, GUEST, view.post_id)).comments_count
        except NotFound:
            return
        pushed = PushedComment.model_construct(**dict(view), pushed_at=get_sortable_timestamp())
        updates = _recent_comments.add(view.post_id, pushed)
        await self._send_vars(tabs, LiveCommentsState, {"updates": updates, "total": total})

    async def _push_reactions(self, topic: str, post_id: int) -> None:
        tabs = subscriptions.get_subscribed_tabs(topic)
        if not tabs:
            return
        try:
            async with read_session() as session:
                post = await posts.get_readable(session, GUEST, post_id)
                counts = await site.build_reaction_counts(session, post.reactions)
        except NotFound:
            return
        await self._send_vars(tabs, PostState, {"reactions": counts})

    async def _push_unseen_counts(self) -> None:
        """Send the current counts of all inboxes that changed since the last call."""
        changed = sorted(self._changed_inboxes)
        self._changed_inboxes.clear()
        for start in range(0, len(changed), INBOX_BATCH_SIZE):
            async with read_session() as session:
                counts = await notifications.count_unseen(
                    session, changed[start : start + INBOX_BATCH_SIZE]
                )
            for user_id, unseen_count in counts.items():
                tabs = subscriptions.get_subscribed_tabs(topics.inbox(user_id))
                await self._send_vars(tabs, LayoutState, {"unseen_count": unseen_count})

    async def _push_new_post(self, post_id: int) -> None:
        try:
            async with read_session() as session:
                post = await posts.get_readable(session, GUEST, post_id)
                feed_topics = await _find_feed_topics(session, post)
        except NotFound:
            return
        new_post = NewPost(post_id=post_id, pushed_at=clock.now())
        for topic in feed_topics:
            if tabs := subscriptions.get_subscribed_tabs(topic):
                new_posts = _recent_posts.add(topic, new_post)
                await self._send_vars(tabs, NewPostsState, {"new_posts": new_posts})

    def _reload_subscribed_tabs(self, topic: str) -> None:
        """Reload the data of the pages that missed messages, because too many were waiting."""
        tabs = subscriptions.get_subscribed_tabs(topic)
        log.warning("Too many updates of %s. Reloading %s browser tabs.", topic, len(tabs))
        self._enqueue_events(tabs, OnLoadInternalState.on_load_internal)

    def _enqueue_events(self, tabs: list[str], handler: Any) -> None:
        """Start a task that calls an event handler in each of the browser tabs."""
        if tabs:
            background.start(self._enqueue_events_one_by_one(tabs, handler))

    async def _enqueue_events_one_by_one(self, tabs: list[str], handler: Any) -> None:
        for tab in tabs:
            for event in rx.event.Event.from_event_type(handler):
                await self._app.event_processor.enqueue(tab, event)

    async def _send_vars(
        self, tabs: list[str], state: type[rx.State], values: dict[str, Any]
    ) -> None:
        namespace = self._app.event_namespace
        if namespace is None:
            return
        delta = {
            state.get_full_name(): {name + FIELD_MARKER: value for name, value in values.items()}
        }
        connected = namespace.token_to_sid
        for disconnected in [tab for tab in tabs if tab not in connected]:
            subscriptions.remove_tab(disconnected)
        recipients = [tab for tab in tabs if tab in connected]
        await cast("GuardedNamespace", namespace).emit_to(StateUpdate(delta=delta), recipients)
        metrics.pushes.labels(state.get_name()).inc(len(recipients))


async def _find_feed_topics(session: AsyncSession, post: Post) -> list[str]:
    """Return the message topics of the feeds that contain the post.

    A personal feed is included only if it is open in a browser tab that is connected to this
    process.
    """
    feeds = [topics.FEEDS, topics.author_feed(post.author_id)]
    feeds += [topics.tag_feed(tag) for tag in post.tags]
    if post.community_id is not None:
        feeds.append(topics.community_feed(post.community_id))
    if reader_ids := subscriptions.get_topic_ids(topics.PERSONAL_FEED_PREFIX):
        recipients = await discovery.filter_personal_feed_readers(session, post, reader_ids)
        feeds += [topics.personal_feed(reader_id) for reader_id in recipients]
    return feeds
