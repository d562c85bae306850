"""Domain events, such as `CommentPosted`, and the functions that run after an event.

A domain action records an event in its database session. Then two kinds of functions run:

- At the end of the `unit_of_work` block, listeners run in the same transaction.
- Right after the commit, callbacks get all events of the transaction. They invalidate caches, and
  start the background tasks that notify other processes and browsers.

`community/wiring/` registers these functions, and the dispatcher of jobs a callback of its own.
"""

from collections.abc import Awaitable, Callable, Sequence
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
CommitCallback = Callable[[Sequence[DomainEvent]], None]

_listeners: dict[type[DomainEvent], Sequence[Listener[Any]]] = {}
_commit_callbacks: list[CommitCallback] = []


def record(session: AsyncSession, event: DomainEvent) -> None:
    """Add an event to the session. Its listeners run at the end of the `unit_of_work` block."""
    session.info.setdefault("events", []).append(event)


def register(event_type: type[DomainEvent], listeners: Sequence[Listener[Any]]) -> None:
    """Set the listeners of a type of events.

    They run in the given order, in the transaction of the event.
    """
    _listeners[event_type] = listeners


def add_commit_callback(callback: CommitCallback) -> None:
    """Call a function with the events of each transaction that has recorded any.

    It runs right after the commit, before the `unit_of_work` block ends, and blocks the event loop,
    so it must be fast.
    """
    _commit_callbacks.append(callback)


def remove_commit_callback(callback: CommitCallback) -> None:
    _commit_callbacks.remove(callback)


async def dispatch(session: AsyncSession) -> list[DomainEvent]:
    """Run the listeners of all events of the session, also of those that listeners record."""
    pending = cast("list[DomainEvent]", session.info.setdefault("events", []))
    dispatched: list[DomainEvent] = []
    while pending:
        event = pending.pop(0)
        for listener in _listeners.get(type(event), ()):
            await listener(session, event)
        dispatched.append(event)
    return dispatched


def call_commit_callbacks(events: Sequence[DomainEvent]) -> None:
    for callback in _commit_callbacks:
        callback(events)
