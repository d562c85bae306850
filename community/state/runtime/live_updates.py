"""Calls the handlers that update open browser tabs when data changes.

The message hub (`realtime/hub.py`) delivers a message to all server processes. Each process calls
the handler for the type of the message. The handler stands beside the State class whose page shows
the data. It loads the data, checks who may read it, and sends pushes to the subscribed tabs.
"""

import logging
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from community.realtime import hub, subscriptions
from community.realtime.message_collector import MessageCollector
from community.realtime.messages import Message, Resync
from community.realtime.topic_tasks import TopicTasks
from community.reflex_adapter.events import RELOAD_PAGE
from community.state.runtime import open_tabs

log = logging.getLogger(__name__)

# Messages that are handled at the same time. Together with the requests, their handlers must not
# need more database connections than the pool has.
MAX_CONCURRENT_HANDLERS = 4

M = TypeVar("M", bound=Message)
Handler = Callable[[M], Awaitable[None]]

_handlers: dict[type[Message], Handler[Any]] = {}
_collectors: dict[type[Message], MessageCollector] = {}


def on_message(
    message_type: type[M], *, min_seconds: float = 0.0
) -> Callable[[Handler[M]], Handler[M]]:
    """Register the decorated function as the handler for a type of message.

    The handler runs in a background task. Messages of a topic are handled one after another, in the
    order of their arrival.

    Args:
        min_seconds: The shortest time between two equal messages. The first one is handled at once.
            Those that follow sooner are handled together when the time has passed.
    """

    def register(handler: Handler[M]) -> Handler[M]:
        _handlers[message_type] = handler
        if min_seconds:
            _collectors[message_type] = MessageCollector(_tasks.add, min_seconds)
        return handler

    return register


def start() -> None:
    """Handle the messages that the hub delivers."""
    hub.subscribe(Message, schedule)
    hub.subscribe(Resync, lambda _: _reload(subscriptions.get_all_tabs()))


def schedule(message: Message) -> None:
    """Start the handler for a message. Do nothing if this process has no open tabs."""
    if type(message) not in _handlers or not subscriptions.get_all_tabs():
        return
    collector = _collectors.get(type(message))
    if collector is None:
        _tasks.add(message)
    else:
        collector.add(message)


async def _handle(message: Message) -> None:
    await _handlers[type(message)](message)


def _reload_subscribed_tabs(topic: str) -> None:
    """Reload the pages that missed messages, because too many were waiting."""
    tabs = subscriptions.get_subscribed_tabs(topic)
    log.warning("Too many updates of %s. Reloading %s browser tabs.", topic, len(tabs))
    _reload(tabs)


def _reload(tabs: list[str]) -> None:
    for tab in tabs:
        subscriptions.forget_viewer(tab)
    open_tabs.trigger(RELOAD_PAGE, tabs)


_tasks = TopicTasks(
    _handle, max_concurrent=MAX_CONCURRENT_HANDLERS, on_overflow=_reload_subscribed_tabs
)
