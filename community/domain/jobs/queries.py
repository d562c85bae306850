"""Functions that read background jobs, and SQL conditions for their states."""

from datetime import datetime, timedelta
from typing import Any, Final, Literal

from sqlalchemy import ColumnElement, and_, func, not_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.pagination import Int32
from community.core.read_models import ReadModel
from community.domain.jobs.labels import find_job_names
from community.domain.tables import Choice, Filter, Sort, Table
from community.i18n import gettext as _
from community.models import JobRun, OutboxMessage

SECTION = "jobs"
# A busy site runs some 100,000 jobs a week.
RUN_RETENTION = timedelta(days=7)
PURGE_BATCH_SIZE = 5_000
_is_started = col(OutboxMessage.started_at).is_not(None)
_has_failed = col(OutboxMessage.last_error) != ""


class JobView(ReadModel):
    """A background job that is not finished."""

    id: int
    name: str
    arguments: dict[str, Any]
    state: Literal["waiting", "running", "failed"]
    attempts: int
    last_error: str = ""
    created_at: datetime
    due_at: datetime
    started_at: datetime | None = None


class JobRunView(ReadModel):
    """A run of a job or of a scheduled job that has ended. `error` is empty if it succeeded."""

    id: int
    name: str
    is_scheduled: bool
    attempts: int
    started_at: datetime
    ended_at: datetime
    error: str = ""


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
    actor.ensure_section(SECTION)
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
    actor.ensure_section(SECTION)
    query = select(JobRun).order_by(col(JobRun.id).desc()).limit(limit)
    rows = await session.scalars(query.where(JobRun.error != "") if only_failed else query)
    return [JobRunView.model_validate(row) for row in rows]


def _matches_search(term: str) -> ColumnElement[bool]:
    has_code = col(OutboxMessage.name).contains(term.lower(), autoescape=True)
    return or_(has_code, col(OutboxMessage.name).in_(find_job_names(term)))


JOB_TABLE: Final = Table(
    code="jobs",
    section=SECTION,
    select=lambda: select(OutboxMessage),
    id=col(OutboxMessage.id),
    filters=(
        Filter(
            "state",
            (
                Choice("failed", is_failed),
                Choice("running", is_running),
                Choice("waiting", lambda: and_(not_(is_running()), not_(is_failed()))),
            ),
        ),
    ),
    sorts=(
        Sort("created", col(OutboxMessage.id), int, is_descending=True),
        Sort("due", col(OutboxMessage.due_at), datetime),
        Sort("attempts", col(OutboxMessage.attempts), Int32, is_descending=True),
    ),
    default_sort="-created",
    search=_matches_search,
)
