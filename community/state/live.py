"""The pump: what the hub hears becomes small deltas to the tabs of this process that watch it.

A push loads no State. What it sends is what a guest may see; what is personal (one's own reaction, the
menu of one's own comment) the page keeps.
"""

import time
from collections import OrderedDict, deque
from typing import Any

import reflex as rx
from reflex.state import OnLoadInternalState, StateUpdate
from reflex_base.constants.state import FIELD_MARKER

from community.core import metrics
from community.core.actor import GUEST, Actor
from community.core.database import reading
from community.core.errors import NotFound
from community.domain import comments, notifications, posts
from community.domain.comments.schemas import CommentView
from community.realtime import hub, topics, watchers
from community.realtime.hub import Message
from community.state.comments import LiveComments
from community.state.frame import Frame

# A push carries the last few changes, so that one that is drawn together with the next is not lost.
KEPT = 8
KEPT_SECONDS = 10.0
POSTS_KEPT = 500

_recent: OrderedDict[int, deque[tuple[float, CommentView]]] = OrderedDict()


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
        elif "comment_id" in message:
            await self._tell_comment(topic, message)
        elif "inbox" in message:
            await self._tell_bell(topic, message)

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
        await self._send(tabs, LiveComments, {"news": _with_recent(view), "total": total})

    async def _tell_bell(self, topic: str, message: Message) -> None:
        tabs = watchers.watching(topic)
        if not tabs:
            return
        async with reading() as session:
            unseen = (await notifications.counts(session, Actor(user_id=message["inbox"]))).unseen
        await self._send(tabs, Frame, {"unseen": unseen})

    async def _resync(self) -> None:
        """Messages may have been missed: every open page loads again what it shows."""
        for tab in watchers.everybody():
            for event in rx.event.Event.from_event_type(OnLoadInternalState.on_load_internal):
                await self._app.event_processor.enqueue(tab, event)

    async def _send(self, tabs: list[str], state: type[rx.State], values: dict[str, Any]) -> None:
        namespace = self._app.event_namespace
        if namespace is None:
            return
        delta = {state.get_full_name(): {name + FIELD_MARKER: value for name, value in values.items()}}
        for tab in tabs:
            if tab in namespace.token_to_sid:
                await namespace.emit_update(StateUpdate(delta=delta), tab)
                metrics.pushes.labels(state.get_name()).inc()
            else:
                watchers.forget(tab)


def _with_recent(view: CommentView) -> list[CommentView]:
    now = time.monotonic()
    recent = _recent.setdefault(view.post_id, deque(maxlen=KEPT))
    _recent.move_to_end(view.post_id)
    while len(_recent) > POSTS_KEPT:
        _recent.popitem(last=False)
    while recent and recent[0][0] < now - KEPT_SECONDS:
        recent.popleft()
    recent.append((now, view))
    return [each for _, each in recent]
