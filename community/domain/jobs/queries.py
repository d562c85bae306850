"""Functions that read background jobs, and SQL conditions for their states."""

from sqlalchemy import ColumnElement, and_, func, not_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.domain.jobs import policies
from community.domain.jobs.schemas import JobRunView, JobView
from community.i18n import gettext as _
from community.models import JobRun, OutboxMessage

_is_started = col(OutboxMessage.started_at).is_not(None)
_has_failed = col(OutboxMessage.last_error) != ""


def is_running() -> ColumnElement[bool]:
    """Return the SQL condition that a worker runs the job. Its heartbeats move `due_at` ahead."""
    return and_(_is_started, col(OutboxMessage.due_at) > clock.now())


def is_failed() -> ColumnElement[bool]:
    """Return the SQL condition that the last attempt failed and that no other one has begun."""
    return and_(_has_failed, not_(is_running()))


def to_view(job: OutboxMessage) -> JobView:
    running = job.started_at is not None and job.due_at > clock.now()
    state = "running" if running else "failed" if job.last_error else "waiting"
    return JobView.model_validate({**job.model_dump(), "state": state})


async def count_failed(session: AsyncSession) -> int:
    query = select(func.count()).select_from(OutboxMessage).where(is_failed())
    return (await session.execute(query)).scalar_one()


async def get_job(session: AsyncSession, actor: Actor, *, job_id: int) -> JobView:
    actor.ensure_section(policies.SECTION)
    job = await session.get(OutboxMessage, job_id)
    if job is None:
        raise errors.NotFound(_("This job is already finished."))
    return to_view(job)


async def list_jobs(session: AsyncSession, *, limit: int, only_failed: bool) -> list[JobView]:
    """Return up to `limit` unfinished jobs, newest first."""
    query = select(OutboxMessage).order_by(col(OutboxMessage.id).desc()).limit(limit)
    rows = await session.scalars(query.where(is_failed()) if only_failed else query)
    return [to_view(row) for row in rows]


async def list_runs(
    session: AsyncSession, actor: Actor, *, limit: int, only_failed: bool = False
) -> list[JobRunView]:
    """Return up to `limit` runs that have ended, newest first."""
    actor.ensure_section(policies.SECTION)
    query = select(JobRun).order_by(col(JobRun.id).desc()).limit(limit)
    rows = await session.scalars(query.where(JobRun.error != "") if only_failed else query)
    return [JobRunView.model_validate(row) for row in rows]
