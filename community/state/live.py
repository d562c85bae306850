"""The pump: what the hub hears becomes small deltas to the tabs of this process that watch it.

A push loads no State. What it sends is what a guest may see; what is personal (one's own reaction,
the menu of one's own comment) the page keeps.
"""

from typing import Any, cast

import reflex as rx
from reflex.state import OnLoadInternalState, StateUpdate
from reflex_base.constants.state import FIELD_MARKER
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, metrics
from community.core.actor import GUEST, Actor
from community.core.database import reading
from community.core.errors import NotFound
from community.domain import comments, discovery, notifications, posts, site
from community.models import Post
from community.realtime import hub, topics, watchers
from community.realtime.hub import Message
from community.state.comments import LiveComments, Told
from community.state.discussion import moment
from community.state.feed import Arrival, Arrivals
from community.state.frame import Frame
from community.state.post import Post as PostPage
from community.state.recent import Recent
from community.state.socket import GuardedNamespace

_comments: Recent[Told] = Recent()
_arrivals: Recent[Arrival] = Recent()


class Pump:
    """Sends to the sockets of one app."""

    def __init__(self, app: rx.App) -> None:
        self._app = app

    def start(self) -> None:
        """Listen to the hub for as long as the process lives."""
        hub.listen(self.hear)

    def open_tabs(self) -> int:
        """How many tabs are connected to this process."""
        namespace = self._app.event_namespace
        return 0 if namespace is None else len(namespace.token_to_sid)

    async def hear(self, topic: str, message: Message) -> None:
        """One message of the hub."""
        if topic == topics.RESYNC:
            await self._resync()
        elif topic == topics.PEOPLE:
            await self._ask_again(message["user_id"])
        elif "comment_id" in message:
            await self._tell_comment(topic, message)
        elif "reactions_of_post" in message:
            await self._tell_reactions(topic, message["reactions_of_post"])
        elif "inbox" in message:
            await self._tell_bell(topic, message)
        elif "published" in message:
            await self._tell_feeds(message["published"])

    async def _tell_comment(self, topic: str, message: Message) -> None:
        tabs = watchers.watching(topic)
        if not tabs:
            return
        try:
            async with reading() as session:
                view = await comments.get_pushed(session, message["comment_id"])
                total = (await posts.get_readable(session, GUEST, view.post_id)).comments_count
        except NotFound:
            return
        told = Told.model_construct(**dict(view), told=moment())
        news = _comments.add(view.post_id, told)
        await self._send(tabs, LiveComments, {"news": news, "total": total})

    async def _tell_reactions(self, topic: str, post_id: int) -> None:
        tabs = watchers.watching(topic)
        if not tabs:
            return
        try:
            async with reading() as session:
                post = await posts.get_readable(session, GUEST, post_id)
                counts = await site.counts(session, post.reactions)
        except NotFound:
            return
        await self._send(tabs, PostPage, {"reactions": counts})

    async def _tell_bell(self, topic: str, message: Message) -> None:
        tabs = watchers.watching(topic)
        if not tabs:
            return
        async with reading() as session:
            unseen = (await notifications.counts(session, Actor(user_id=message["inbox"]))).unseen
        await self._send(tabs, Frame, {"unseen": unseen})

    async def _tell_feeds(self, post_id: int) -> None:
        try:
            async with reading() as session:
                post = await posts.get_readable(session, GUEST, post_id)
                feeds = await _feeds_with(session, post)
        except NotFound:
            return
        arrival = Arrival(post_id=post_id, at=clock.now())
        for topic in feeds:
            if tabs := watchers.watching(topic):
                await self._send(tabs, Arrivals, {"arrived": _arrivals.add(topic, arrival)})

    async def _ask_again(self, user_id: int) -> None:
        """They may be signed out, or look another way: their tabs ask who is behind them."""
        for tab in watchers.watching(topics.inbox(user_id)):
            await self._begin(tab, Frame.look_again)

    async def _resync(self) -> None:
        """Messages may have been missed: every open page loads again what it shows."""
        for tab in watchers.everybody():
            await self._begin(tab, OnLoadInternalState.on_load_internal)

    async def _begin(self, tab: str, handler: Any) -> None:
        for event in rx.event.Event.from_event_type(handler):
            await self._app.event_processor.enqueue(tab, event)

    async def _send(self, tabs: list[str], state: type[rx.State], values: dict[str, Any]) -> None:
        namespace = self._app.event_namespace
        if namespace is None:
            return
        delta = {
            state.get_full_name(): {name + FIELD_MARKER: value for name, value in values.items()}
        }
        connected = namespace.token_to_sid
        for gone in [tab for tab in tabs if tab not in connected]:
            watchers.forget(gone)
        there = [tab for tab in tabs if tab in connected]
        await cast("GuardedNamespace", namespace).emit_to(StateUpdate(delta=delta), there)
        metrics.pushes.labels(state.get_name()).inc(len(there))


async def _feeds_with(session: AsyncSession, post: Post) -> list[str]:
    """The topics of the feeds that a post stands in, as far as somebody here has them open."""
    feeds = [topics.FEEDS, topics.feed_of_author(post.author_id)]
    feeds += [topics.feed_of_tag(tag) for tag in post.tags]
    if post.community_id is not None:
        feeds.append(topics.feed_of_community(post.community_id))
    if readers := watchers.numbers_behind(topics.PERSONAL_FEED):
        found = await discovery.readers_among(session, post, readers)
        feeds += [topics.personal_feed(reader) for reader in found]
    return feeds
