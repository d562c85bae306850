"""Domain events, such as `CommentPosted`, and the functions that run after them.

A domain action records an event in its database session. Three kinds of functions then run:

- At the end of the `unit_of_work` block, listeners run in the same transaction.
- Right after the commit, on-commit callbacks run, for example to invalidate caches.
- After these callbacks, pushes run in the background to notify other processes and browsers.

`community/wiring.py` registers all of these functions.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncSession


@dataclass(frozen=True, slots=True)
class DomainEvent:
    """Base class of domain events.

    An event is frozen, has a name in the past tense, and contains ids instead of database rows.
    """


EventT = TypeVar("EventT", bound=DomainEvent)
Listener = Callable[[AsyncSession, EventT], Awaitable[None]]
Push = Callable[[EventT], Awaitable[None]]
OnCommitCallback = Callable[[EventT], None]

_listeners: dict[type[DomainEvent], list[Listener[Any]]] = defaultdict(list)
_pushes: dict[type[DomainEvent], list[Push[Any]]] = defaultdict(list)
_on_commit_callbacks: dict[type[DomainEvent], list[OnCommitCallback[Any]]] = defaultdict(list)


def record(session: AsyncSession, event: DomainEvent) -> None:
    """Record an event. Its listeners run at the end of the `unit_of_work` block."""
    session.info.setdefault("events", []).append(event)


def in_transaction(event_type: type[EventT], *listeners: Listener[EventT]) -> None:
    """Register listeners, which run in the transaction that recorded the event, in this order."""
    _listeners[event_type].extend(listeners)


def after_commit(event_type: type[EventT], *pushes: Push[EventT]) -> None:
    """Register pushes, which are functions that run in the background after the commit.

    If a push fails, the error is logged and the push is not retried.
    """
    _pushes[event_type].extend(pushes)


def on_commit(event_type: type[EventT], *callbacks: OnCommitCallback[EventT]) -> None:
    """Register callbacks that run right after the commit, before the `unit_of_work` block ends.

    They must be fast, because they block the event loop. Use them to invalidate caches of this
    process.
    """
    _on_commit_callbacks[event_type].extend(callbacks)


async def dispatch(session: AsyncSession) -> list[DomainEvent]:
    """Run the listeners for all recorded events, also for events that the listeners record.

    Returns:
        The events of this unit of work, in the order in which they were recorded.
    """
    pending = cast("list[DomainEvent]", session.info.setdefault("events", []))
    dispatched: list[DomainEvent] = []
    while pending:
        event = pending.pop(0)
        for listener in _listeners[type(event)]:
            await listener(session, event)
        dispatched.append(event)
    return dispatched


def get_pushes(event: DomainEvent) -> list[Push[Any]]:
    return _pushes[type(event)]


def get_on_commit_callbacks(event: DomainEvent) -> list[OnCommitCallback[Any]]:
    return _on_commit_callbacks[type(event)]
