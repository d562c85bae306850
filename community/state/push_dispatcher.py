"""Sends live updates to open browser tabs, for example new comments and reaction counts.

When data changes, the message hub (`realtime/hub.py`) delivers a message with a topic to all server
processes. Each process then sends an update to its connected browser tabs that are subscribed to
this topic. Updates of posts and comments contain only data that guests may see, because all tabs
get the same update. The browser adds the data of the viewer, such as their own reaction.
"""

from typing import Any, cast

import reflex as rx
from reflex.state import OnLoadInternalState, StateUpdate
from reflex_base.constants.state import FIELD_MARKER
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, metrics
from community.core.actor import GUEST, Actor
from community.core.database import read_session
from community.core.errors import NotFound
from community.domain import comments, discovery, notifications, posts, site
from community.models import Post
from community.realtime import hub, subscriptions, topics
from community.realtime.hub import Message
from community.state.comments import LiveCommentsState, PushedComment
from community.state.discussion import get_sortable_timestamp
from community.state.feed import NewPost, NewPostsState
from community.state.layout import LayoutState
from community.state.post import PostState
from community.state.recent_changes import RecentChanges
from community.state.socket import GuardedNamespace

_recent_comments: RecentChanges[PushedComment] = RecentChanges()
_recent_posts: RecentChanges[NewPost] = RecentChanges()


class PushDispatcher:
    """Receives messages from the message hub and sends updates to the sockets of the app."""

    def __init__(self, app: rx.App) -> None:
        self._app = app

    def start(self) -> None:
        hub.subscribe(self.receive)

    def count_open_tabs(self) -> int:
        namespace = self._app.event_namespace
        return 0 if namespace is None else len(namespace.token_to_sid)

    async def receive(self, topic: str, message: Message) -> None:
        """Send the updates that a message from the message hub requires to the browser tabs."""
        if topic == topics.RESYNC:
            await self._reload_all_tabs()
        elif topic == topics.USERS:
            await self._refresh_tabs_of_user(message["user_id"])
        elif "comment_id" in message:
            await self._push_comment(topic, message)
        elif "reactions_post_id" in message:
            await self._push_reactions(topic, message["reactions_post_id"])
        elif "recipient_id" in message:
            await self._push_unseen_count(topic, message)
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

    async def _push_unseen_count(self, topic: str, message: Message) -> None:
        tabs = subscriptions.get_subscribed_tabs(topic)
        if not tabs:
            return
        async with read_session() as session:
            counts = await notifications.get_counts(session, Actor(user_id=message["recipient_id"]))
        await self._send_vars(tabs, LayoutState, {"unseen_count": counts.unseen})

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

    async def _refresh_tabs_of_user(self, user_id: int) -> None:
        for tab in subscriptions.get_subscribed_tabs(topics.inbox(user_id)):
            await self._enqueue_event(tab, LayoutState.refresh)

    async def _reload_all_tabs(self) -> None:
        """Reload the data of every open page, because this process may have missed messages."""
        for tab in subscriptions.get_all_tabs():
            await self._enqueue_event(tab, OnLoadInternalState.on_load_internal)

    async def _enqueue_event(self, tab: str, handler: Any) -> None:
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
