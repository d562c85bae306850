"""Functions that change background jobs, and delete old runs."""

from datetime import datetime
from typing import Any

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import Conflict, NotFound
from community.domain import audit
from community.domain.jobs import outbox, queries
from community.i18n import gettext as _
from community.models import JobRun, OutboxMessage


async def retry(session: AsyncSession, actor: Actor, *, job_id: int) -> None:
    """Run a waiting or failed job now, instead of after its pause."""
    actor.ensure_section(queries.SECTION)
    job = await _lock_idle(session, job_id)
    outbox.run_now(session, job)
    await _record(session, actor, "job.retried", job)


async def drop(session: AsyncSession, actor: Actor, *, job_id: int) -> None:
    """Delete a waiting or failed job without running it."""
    actor.ensure_section(queries.SECTION)
    job = await _lock_idle(session, job_id)
    await session.delete(job)
    await _record(session, actor, "job.dropped", job)


async def purge_old_runs(session: AsyncSession, now: datetime) -> bool:
    """Delete a batch of runs older than `RUN_RETENTION`. Return whether more remain."""
    old = (
        select(JobRun.id)
        .where(col(JobRun.ended_at) < now - queries.RUN_RETENTION)
        .order_by(col(JobRun.ended_at))
        .limit(queries.PURGE_BATCH_SIZE)
    )
    result: Any = await session.execute(delete(JobRun).where(col(JobRun.id).in_(old)))
    return bool(result.rowcount == queries.PURGE_BATCH_SIZE)


async def _record(session: AsyncSession, actor: Actor, action: str, job: OutboxMessage) -> None:
    await audit.record(
        session, actor, action, target_kind="job", target_id=job.id, target_name=job.name
    )


async def _lock_idle(session: AsyncSession, job_id: int) -> OutboxMessage:
    job = await outbox.find_and_lock(session, job_id)
    if job is None:
        raise NotFound(_("This job is already finished."))
    if queries.to_view(job).state == "running":
        raise Conflict(_("This job is running. Wait until it ends."))
    return job
