"""Updates open browser tabs when data changes.

The message hub (`realtime/hub.py`) delivers a message to all server processes. Two tables list what
each process then does in its tabs: `pages/live_updates.py` for the pages of the site, and
`admin/live_updates.py` for the Admin Panel. `community.py` passes them to `start`.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping, Sequence
from contextvars import Context, copy_context
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from community.core.processes import background
from community.domain.site import PagePart
from community.realtime import hub, messages
from community.realtime.messages import Message, Resync, SiteChanged
from community.reflex_adapter.events import RELOAD_PAGE
from community.state.runtime import open_tabs

log = logging.getLogger(__name__)

# Messages that are handled at the same time. Together with the requests, their handlers must not
# need more database connections than the pool has.
MAX_CONCURRENT_HANDLERS = 4
# Messages of one topic that may wait. They contain only ids, so that messages about the same row
# are equal and wait only once. Only a database that has stopped responding causes more of them.
MAX_WAITING_PER_TOPIC = 100

M = TypeVar("M", bound=Message)
PushHandler = Callable[[M], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Reload:
    """An event handler that loads changed data again in the tabs that show it."""

    handler: Any
    # The topic of the tabs. By default it is that of the message, or of the part of pages.
    topic: str = ""
    must_forget_viewer: bool = False  # whether the viewer may have more or fewer rights afterwards


@dataclass(frozen=True, slots=True)
class LiveUpdate:
    """What happens in open tabs after the messages of a type."""

    message_type: type[Message]
    # Functions that run when the message arrives, and must be fast
    at_once: Sequence[Callable[[Any], None]]
    # Loads the data, checks who may read it, and sends it to the tabs. Messages of a topic are
    # handled one after another, in the order of their arrival.
    push: PushHandler[Any] | None
    # Whether `push` sends only to the tabs that are subscribed to the topic of the message
    only_subscribed: bool
    reload: Sequence[Reload]  # what reloads data instead, because each viewer sees something else
    # The shortest time between two equal messages. The first one is handled at once. Those that
    # follow sooner are handled together when the time has passed.
    min_seconds: float


class TopicTasks:
    """Calls an asynchronous function for each message, in a background task.

    Args:
        max_concurrent: Maximum number of messages that are handled at the same time.
        on_overflow: A function that is called with the topic if `MAX_WAITING_PER_TOPIC` messages of
            this topic are already waiting. The new message and the waiting ones are dropped.
    """

    def __init__(
        self,
        handle: Callable[[Message], Coroutine[Any, Any, None]],
        *,
        max_concurrent: int,
        on_overflow: Callable[[str], None],
    ) -> None:
        self._handle = handle
        self._max_concurrent = max_concurrent
        self._on_overflow = on_overflow
        self._running_count = 0
        # The waiting messages of each topic that has waiting or running messages.
        self._waiting: dict[str, deque[tuple[Message, Context]]] = {}
        # The topics whose next message can be handled now.
        self._ready: deque[str] = deque()

    def add(self, message: Message) -> None:
        topic = message.topic
        waiting = self._waiting.get(topic)
        if waiting is None:
            waiting = self._waiting[topic] = deque()
            self._ready.append(topic)
        if any(message == other for other, _ in waiting):
            return
        if len(waiting) >= MAX_WAITING_PER_TOPIC:
            waiting.clear()
            self._on_overflow(topic)
            return
        waiting.append((message, copy_context()))
        self._start_tasks()

    def _start_tasks(self) -> None:
        while self._ready and self._running_count < self._max_concurrent:
            topic = self._ready.popleft()
            if not self._waiting[topic]:
                del self._waiting[topic]
                continue
            message, context = self._waiting[topic].popleft()
            self._running_count += 1
            task = background.start(self._handle(message), context=context)
            task.add_done_callback(partial(self._on_finished, topic))

    def _on_finished(self, topic: str, _: object) -> None:
        self._running_count -= 1
        self._ready.append(topic)
        self._start_tasks()


class MessageCollector:
    """Calls a function for the first of equal messages at once, and for later ones together."""

    def __init__(self, deliver: Callable[[Message], None], seconds: float) -> None:
        self._deliver, self._seconds = deliver, seconds
        # The messages that were delivered within the last seconds, and whether they came again.
        self._came_again: dict[Message, bool] = {}

    def add(self, message: Message) -> None:
        if message in self._came_again:
            self._came_again[message] = True
        else:
            self._deliver_and_wait(message)

    def _deliver_and_wait(self, message: Message) -> None:
        self._came_again[message] = False
        asyncio.get_running_loop().call_later(self._seconds, self._finish, message)
        self._deliver(message)

    def _finish(self, message: Message) -> None:
        if self._came_again.pop(message):
            self._deliver_and_wait(message)


_updates: dict[type[Message], list[LiveUpdate]] = {}
_collectors: dict[type[Message], MessageCollector] = {}


def after(
    message_type: type[M],
    *,
    at_once: Sequence[Callable[[M], None]] = (),
    push: PushHandler[M] | None = None,
    only_subscribed: bool = False,
    reload: Sequence[Reload] = (),
    min_seconds: float = 0.0,
) -> LiveUpdate:
    return LiveUpdate(message_type, at_once, push, only_subscribed, reload, min_seconds)


def start(updates: Iterable[LiveUpdate], page_parts: Mapping[PagePart, Reload]) -> None:
    """Handle the messages that the hub delivers.

    Args:
        page_parts: What reloads the parts of pages that show changed settings of the site.
            `domain/site/page_parts.py` lists the parts that show each setting.
    """
    for update in updates:
        for function in update.at_once:
            hub.subscribe(update.message_type, function)
        if update.push is not None or update.reload:
            _updates.setdefault(update.message_type, []).append(update)
        if update.min_seconds:
            collector = MessageCollector(_tasks.add, update.min_seconds)
            _collectors[update.message_type] = collector
    hub.subscribe(SiteChanged, partial(_reload_parts, page_parts))
    hub.subscribe(Message, schedule)
    hub.subscribe(Resync, lambda _: _reload_pages(open_tabs.get_all_tabs()))


def schedule(message: Message) -> None:
    """Handle a message in the background. Do nothing if it concerns no tabs of this process."""
    updates = _updates.get(type(message), ())
    if not any(_concerns_tabs(update, message) for update in updates):
        return
    collector = _collectors.get(type(message))
    if collector is None:
        _tasks.add(message)
    else:
        collector.add(message)


def _concerns_tabs(update: LiveUpdate, message: Message) -> bool:
    if update.push is not None and not update.only_subscribed:
        return bool(open_tabs.get_all_tabs())
    topics_of_tabs = {reload.topic or message.topic for reload in update.reload}
    if update.push is not None:
        topics_of_tabs.add(message.topic)
    return any(map(open_tabs.get_subscribed_tabs, topics_of_tabs))


async def _handle(message: Message) -> None:
    for update in _updates[type(message)]:
        if update.push is not None:
            await update.push(message)
        for reload in update.reload:
            tabs = open_tabs.get_subscribed_tabs(reload.topic or message.topic)
            open_tabs.trigger(reload.handler, tabs)


def _reload_parts(page_parts: Mapping[PagePart, Reload], message: SiteChanged) -> None:
    """Reload the changed parts, each once in every tab of this process that shows it."""
    tabs_by_handler: dict[Any, set[str]] = {}
    for part, reload in page_parts.items():
        if part not in message.parts:
            continue
        tabs = open_tabs.get_subscribed_tabs(reload.topic or messages.page_part_topic(part))
        tabs_by_handler.setdefault(reload.handler, set()).update(tabs)
        if reload.must_forget_viewer:
            for tab in tabs:
                open_tabs.forget_viewer(tab)
    for handler, found_tabs in tabs_by_handler.items():
        open_tabs.trigger(handler, sorted(found_tabs))


def _reload_subscribed_tabs(topic: str) -> None:
    tabs = open_tabs.get_subscribed_tabs(topic)
    log.warning("Too many updates of %s. Reloading %s browser tabs.", topic, len(tabs))
    _reload_pages(tabs)


def _reload_pages(tabs: list[str]) -> None:
    for tab in tabs:
        open_tabs.forget_viewer(tab)
    open_tabs.trigger(RELOAD_PAGE, tabs)


_tasks = TopicTasks(
    _handle, max_concurrent=MAX_CONCURRENT_HANDLERS, on_overflow=_reload_subscribed_tabs
)
