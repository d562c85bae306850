"""Domain events, such as `CommentPosted`, and the functions that run after an event.

A domain action records an event in its database session. Then two kinds of functions run:

- At the end of the `unit_of_work` block, listeners run in the same transaction.
- Right after the commit, callbacks run. They invalidate caches, and start the background tasks that
  notify other processes and browsers.

`community/wiring/` registers all of these functions.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
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
OnCommitCallback = Callable[[EventT], None]


@dataclass(frozen=True, slots=True)
class _Consequences:
    in_transaction: Sequence[Listener[Any]] = ()
    on_commit: Sequence[OnCommitCallback[Any]] = ()


_NONE = _Consequences()
_consequences: dict[type[DomainEvent], _Consequences] = {}


def record(session: AsyncSession, event: DomainEvent) -> None:
    """Add an event to the session. Its listeners run at the end of the `unit_of_work` block."""
    session.info.setdefault("events", []).append(event)


def register(
    event_type: type[DomainEvent],
    *,
    in_transaction: Sequence[Listener[Any]] = (),
    on_commit: Sequence[OnCommitCallback[Any]] = (),
) -> None:
    """Set what runs after events of a type.

    Args:
        in_transaction: Listeners. They run in the given order, in the transaction of the event.
        on_commit: Callbacks. They run right after the commit, before the `unit_of_work` block ends,
            and block the event loop, so they must be fast.
    """
    _consequences[event_type] = _Consequences(in_transaction, on_commit)


async def dispatch(session: AsyncSession) -> list[DomainEvent]:
    """Run the listeners of all events of the session, also of those that listeners record."""
    pending = cast("list[DomainEvent]", session.info.setdefault("events", []))
    dispatched: list[DomainEvent] = []
    while pending:
        event = pending.pop(0)
        for listener in _get_consequences(event).in_transaction:
            await listener(session, event)
        dispatched.append(event)
    return dispatched


def call_on_commit(events: Iterable[DomainEvent]) -> None:
    """Call the callbacks of events whose transaction has been committed."""
    for event in events:
        for callback in _get_consequences(event).on_commit:
            callback(event)


def _get_consequences(event: DomainEvent) -> _Consequences:
    return _consequences.get(type(event), _NONE)
