"""Domain events, such as `CommentPosted`, and the functions that run after an event.

A domain action records an event in its database session. Then three kinds of functions run:

- At the end of the `unit_of_work` block, listeners run in the same transaction.
- Right after the commit, on-commit callbacks run, for example to invalidate caches.
- After these callbacks, pushes run in the background to notify other processes and browsers.

`community/wiring/` registers all of these functions.
"""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from sqlalchemy.ext.asyncio import AsyncSession


@dataclass(frozen=True, slots=True)
class DomainEvent:
    """Base class of domain events.

    Subclasses are frozen dataclasses with a name in the past tense, such as `CommentPosted`.
    Their fields contain ids instead of database rows.
    """


EventT = TypeVar("EventT", bound=DomainEvent)
Listener = Callable[[AsyncSession, EventT], Awaitable[None]]
Push = Callable[[EventT], Coroutine[Any, Any, None]]
OnCommitCallback = Callable[[EventT], None]

_listeners: dict[type[DomainEvent], list[Listener[Any]]] = defaultdict(list)
_pushes: dict[type[DomainEvent], list[Push[Any]]] = defaultdict(list)
_on_commit_callbacks: dict[type[DomainEvent], list[OnCommitCallback[Any]]] = defaultdict(list)


def record(session: AsyncSession, event: DomainEvent) -> None:
    """Add an event to the session. Its listeners run at the end of the `unit_of_work` block."""
    session.info.setdefault("events", []).append(event)


def in_transaction(event_type: type[EventT], *listeners: Listener[EventT]) -> None:
    """Register listeners. They run in the given order, in the transaction of the event."""
    _listeners[event_type].extend(listeners)


def after_commit(event_type: type[EventT], *pushes: Push[EventT]) -> None:
    """Register pushes for an event type. Pushes run in the background after the commit.

    If a push fails, the error is logged, and the push is not retried.
    """
    _pushes[event_type].extend(pushes)


def on_commit(event_type: type[EventT], *callbacks: OnCommitCallback[EventT]) -> None:
    """Register callbacks for an event type. They run right after the commit.

    Callbacks run before the `unit_of_work` block ends and block the event loop, so they must be
    fast. Use them to invalidate caches of this process.
    """
    _on_commit_callbacks[event_type].extend(callbacks)


async def dispatch(session: AsyncSession) -> list[DomainEvent]:
    """Run the listeners of all events of the session, including events that listeners record.

    Returns:
        All events, in the order in which they were recorded.
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
