"""The transactional outbox, a table of the background jobs that are not finished.

`enqueue` inserts the job in the same transaction as the change that causes it, so either both are
committed or neither. `community/jobs/` then dispatches the job to the job engine. See
`docs/decisions/0003-transactional-outbox.md`.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock, events
from community.core.events import DomainEvent
from community.models import OutboxMessage

# A job that sends no heartbeat for this long is dispatched to another worker. If the first worker
# is still running, the second one waits for its row lock and continues from the saved progress.
HEARTBEAT_TIMEOUT = timedelta(seconds=10)
# A dispatched job that has not started within this time is dispatched again.
QUEUE_TIMEOUT = timedelta(minutes=1)
INITIAL_BACKOFF = timedelta(seconds=2)
MAX_BACKOFF = timedelta(hours=1)

_wake_callbacks: list[Callable[[], None]] = []


@dataclass(frozen=True, slots=True)
class JobEnqueued(DomainEvent):
    """A job was added to the outbox."""


def enqueue(
    session: AsyncSession, name: str, *, due_at: datetime | None = None, **arguments: Any
) -> None:
    """Add a job to the outbox. It runs after the transaction of `session` is committed.

    Args:
        name: A key of `JOBS` in `community/jobs/registry.py`.
        due_at: The earliest time to run the job. The default is now.
        arguments: The arguments of the job. They must be JSON values, so pass ids, not rows.
    """
    session.add(OutboxMessage(name=name, arguments=arguments, due_at=due_at or clock.now()))
    events.record(session, JobEnqueued())


async def wake_dispatcher(_: JobEnqueued) -> None:
    """Wake the dispatcher of this process, so that it submits new jobs immediately.

    `wiring.py` registers it to run after each commit that adds jobs to the outbox.
    """
    for wake in _wake_callbacks:
        wake()


def subscribe(wake: Callable[[], None]) -> Callable[[], None]:
    """Call `wake` after each commit in which this process enqueued a job.

    Returns:
        A function that removes `wake` again.
    """
    _wake_callbacks.append(wake)
    return lambda: _wake_callbacks.remove(wake)


async def list_due_jobs(session: AsyncSession, limit: int) -> Sequence[OutboxMessage]:
    """Return up to `limit` jobs that are due, starting with the earliest `due_at`."""
    rows = await session.scalars(
        select(OutboxMessage)
        .where(OutboxMessage.due_at <= clock.now())
        .order_by(col(OutboxMessage.due_at), col(OutboxMessage.id))
        .limit(limit)
    )
    return rows.all()


async def mark_dispatched(session: AsyncSession, messages: Iterable[OutboxMessage]) -> None:
    """Record that jobs were dispatched to the job engine.

    Jobs that another process dispatched since they were read are left unchanged.
    """
    for row in messages:
        await session.execute(
            update(OutboxMessage)
            .where(col(OutboxMessage.id) == row.id, col(OutboxMessage.attempts) == row.attempts)
            .values(attempts=row.attempts + 1, due_at=clock.now() + QUEUE_TIMEOUT)
            .execution_options(synchronize_session=False)
        )


async def mark_started(session: AsyncSession, job_id: int) -> None:
    """Record that a worker has started the job. This counts as its first heartbeat."""
    await session.execute(
        update(OutboxMessage)
        .where(col(OutboxMessage.id) == job_id)
        .values(due_at=clock.now() + HEARTBEAT_TIMEOUT)
        .execution_options(synchronize_session=False)
    )


async def find_and_lock(session: AsyncSession, job_id: int) -> OutboxMessage | None:
    """Return the job, locked until the end of the transaction, or None if it is finished."""
    return await session.scalar(
        select(OutboxMessage).where(OutboxMessage.id == job_id).with_for_update()
    )


async def save_progress(session: AsyncSession, message: OutboxMessage, after: int | None) -> bool:
    """Save how far a job has come, or delete it if it is finished.

    Call it in the transaction of the step, so that the step and its progress are saved together.

    Args:
        after: The position at which the next step starts, or None if the job is finished.

    Returns:
        True if the job has another step.
    """
    if after is None:
        await session.delete(message)
        return False
    message.arguments = {**message.arguments, "after": after}
    message.due_at = clock.now() + HEARTBEAT_TIMEOUT
    return True


async def reschedule(session: AsyncSession, job_id: int) -> None:
    """Schedule a retry of a failed job.

    The delay doubles with each attempt, from `INITIAL_BACKOFF` up to `MAX_BACKOFF`.
    """
    row = await find_and_lock(session, job_id)
    if row is not None:
        backoff = INITIAL_BACKOFF * 2 ** min(row.attempts, 20)
        row.due_at = clock.now() + min(backoff, MAX_BACKOFF)


async def count_overdue(session: AsyncSession, older_than: timedelta) -> int:
    """Return the number of jobs that have been due for more than `older_than`."""
    return await _count_jobs(session, col(OutboxMessage.due_at) < clock.now() - older_than)


async def count_failing(session: AsyncSession, min_attempts: int) -> int:
    """Return the number of unfinished jobs that were dispatched at least `min_attempts` times."""
    return await _count_jobs(session, col(OutboxMessage.attempts) >= min_attempts)


async def _count_jobs(session: AsyncSession, condition: ColumnElement[bool]) -> int:
    return (
        await session.execute(select(func.count()).select_from(OutboxMessage).where(condition))
    ).scalar_one()
