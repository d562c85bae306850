"""The transactional outbox, a database table of all background jobs that are not finished.

`enqueue` adds a job in the same transaction as the change that causes the job, so the database
commits both or neither. The code in `community/jobs/` then runs the job. See
`docs/decisions/0003-transactional-outbox.md`.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock, events
from community.models import JobRun, OutboxMessage

# A job that sends no heartbeat for this long is dispatched to another worker. If the first worker
# is still running, the second one waits for its row lock and continues from the saved progress.
HEARTBEAT_TIMEOUT = timedelta(seconds=10)
# A dispatched job that has not started within this time is dispatched again.
QUEUE_TIMEOUT = timedelta(minutes=1)
INITIAL_BACKOFF = timedelta(seconds=2)
MAX_BACKOFF = timedelta(hours=1)
# A job that works outside transactions sends fewer heartbeats, because each is a transaction.
EXTERNAL_JOB_TIMEOUT = timedelta(minutes=1)
MAX_ERROR_LENGTH = 500


@dataclass(frozen=True, slots=True)
class JobEnqueued(events.DomainEvent):
    """A job was added to the outbox. While the process runs jobs, its dispatcher then wakes up."""


def enqueue(
    session: AsyncSession, name: str, *, due_at: datetime | None = None, **arguments: Any
) -> None:
    """Add a job to the outbox. The job runs after the transaction of `session` is committed.

    Args:
        name: A key of `JOBS` in `community/jobs/registry.py`.
        arguments: The arguments of the job. They must be JSON values, so pass the ids of database
            rows instead of the rows.
    """
    session.add(OutboxMessage(name=name, arguments=arguments, due_at=due_at or clock.now()))
    events.record(session, JobEnqueued())


async def list_due_jobs(session: AsyncSession, limit: int) -> Sequence[OutboxMessage]:
    """Return up to `limit` jobs whose time `due_at` has passed, earliest first."""
    rows = await session.scalars(
        select(OutboxMessage)
        .where(OutboxMessage.due_at <= clock.now())
        .order_by(col(OutboxMessage.due_at), col(OutboxMessage.id))
        .limit(limit)
    )
    return rows.all()


async def mark_dispatched(session: AsyncSession, messages: Iterable[OutboxMessage]) -> None:
    """Record that this process has submitted these jobs to the job engine.

    If another process has submitted a job since `messages` was read, that job stays unchanged.
    """
    for row in messages:
        await session.execute(
            update(OutboxMessage)
            .where(col(OutboxMessage.id) == row.id, col(OutboxMessage.attempts) == row.attempts)
            .values(attempts=row.attempts + 1, due_at=clock.now() + QUEUE_TIMEOUT)
            .execution_options(synchronize_session=False)
        )


async def mark_started(session: AsyncSession, job_id: int) -> None:
    """Record that a worker has started the job.

    If the worker saves no progress within `HEARTBEAT_TIMEOUT`, another worker retries the job.
    """
    await session.execute(
        update(OutboxMessage)
        .where(col(OutboxMessage.id) == job_id)
        .values(due_at=clock.now() + HEARTBEAT_TIMEOUT, started_at=clock.now())
        .execution_options(synchronize_session=False)
    )


async def find_and_lock(session: AsyncSession, job_id: int) -> OutboxMessage | None:
    """Return the job and lock its row until the transaction ends. Return None if it is finished."""
    return await session.scalar(
        select(OutboxMessage).where(OutboxMessage.id == job_id).with_for_update()
    )


async def save_progress(
    session: AsyncSession, message: OutboxMessage, next_position: int | None
) -> bool:
    """Save the position at which the next step of a job starts, or delete the finished job.

    Call this function in the transaction of the current step, so that the database commits the
    changes of the step and the new position together.

    Args:
        next_position: The argument `after` of the next step, or None if the job is finished.

    Returns:
        True if the job has another step.
    """
    if next_position is None:
        record_run(session, message)
        await session.delete(message)
        return False
    message.arguments = {**message.arguments, "after": next_position}
    message.due_at = clock.now() + HEARTBEAT_TIMEOUT
    return True


async def extend(session: AsyncSession, job_id: int) -> None:
    """Record that the worker of a job that works outside transactions is still running it."""
    await session.execute(
        update(OutboxMessage)
        .where(col(OutboxMessage.id) == job_id)
        .values(due_at=clock.now() + EXTERNAL_JOB_TIMEOUT)
        .execution_options(synchronize_session=False)
    )


async def reschedule(session: AsyncSession, job_id: int, error: str) -> None:
    """Store why a job failed, and schedule a retry.

    The delay doubles with each attempt, from `INITIAL_BACKOFF` up to `MAX_BACKOFF`.
    """
    row = await find_and_lock(session, job_id)
    if row is not None:
        record_run(session, row, error)
        backoff = INITIAL_BACKOFF * 2 ** min(row.attempts, 20)
        row.due_at = clock.now() + min(backoff, MAX_BACKOFF)
        row.started_at, row.last_error = None, error[:MAX_ERROR_LENGTH]


def run_now(session: AsyncSession, message: OutboxMessage) -> None:
    """Dispatch a job after the commit, whatever its time `due_at` was."""
    message.due_at, message.started_at = clock.now(), None
    events.record(session, JobEnqueued())


def record_run(session: AsyncSession, message: OutboxMessage, error: str = "") -> None:
    run = JobRun(
        name=message.name,
        attempts=max(message.attempts, 1),
        started_at=message.started_at or clock.now(),
        error=error[:MAX_ERROR_LENGTH],
    )
    session.add(run)


async def count_overdue(session: AsyncSession, older_than: timedelta) -> int:
    """Return the number of jobs whose time `due_at` passed more than `older_than` ago."""
    return await _count_jobs(session, col(OutboxMessage.due_at) < clock.now() - older_than)


async def count_failing(session: AsyncSession, min_attempts: int) -> int:
    """Return the number of unfinished jobs that were dispatched at least `min_attempts` times."""
    return await _count_jobs(session, col(OutboxMessage.attempts) >= min_attempts)


async def _count_jobs(session: AsyncSession, condition: ColumnElement[bool]) -> int:
    return (
        await session.execute(select(func.count()).select_from(OutboxMessage).where(condition))
    ).scalar_one()
