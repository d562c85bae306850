"""Tests of what administrators see and do with background jobs."""

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, NotFound
from community.domain import jobs
from community.domain.jobs import outbox
from community.domain.jobs.queries import to_view
from community.jobs import run_due_jobs
from community.jobs.registry import JOBS
from community.jobs.runner import run_scheduled_job, start_job
from community.models import JobRun, OutboxMessage
from tests.cast import Cast


class UnreliableJob:
    def __init__(self) -> None:
        self.runs, self.error = 0, "Disk full"

    async def __call__(self, _: AsyncSession) -> None:
        if self.error:
            raise OSError(self.error)
        self.runs += 1


@pytest.fixture
async def job(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> UnreliableJob:
    """Enqueue a job that fails until its `error` is empty."""
    unreliable = UnreliableJob()
    monkeypatch.setitem(JOBS, "unreliable", unreliable)
    async with unit_of_work() as session:
        outbox.enqueue(session, "unreliable")
    return unreliable


async def load_job() -> OutboxMessage:
    async with read_session() as session:
        return (await session.scalars(select(OutboxMessage))).one()


async def list_runs() -> list[tuple[str, str]]:
    async with read_session() as session:
        rows = await session.scalars(select(JobRun).order_by("id"))
        return [(run.name, run.error) for run in rows]


async def test_a_failed_job_keeps_its_reason(job: UnreliableJob) -> None:
    assert to_view(await load_job()).state == "waiting"
    await run_due_jobs()
    failed = await load_job()
    assert (to_view(failed).state, failed.last_error) == ("failed", "OSError: Disk full")
    async with read_session() as session:
        assert await jobs.count_failed(session) == 1


async def test_a_retried_job_runs_at_once(cast: Cast, job: UnreliableJob) -> None:
    await run_due_jobs()
    job.error = ""
    failed = await load_job()
    async with unit_of_work() as session:
        await jobs.retry(session, cast.olga, job_id=failed.id)
    await run_due_jobs()
    assert job.runs == 1
    assert await list_runs() == [("unreliable", "OSError: Disk full"), ("unreliable", "")]
    with pytest.raises(NotFound):
        async with unit_of_work() as session:
            await jobs.retry(session, cast.olga, job_id=failed.id)


async def test_a_dropped_job_does_not_run(cast: Cast, job: UnreliableJob) -> None:
    job.error = ""
    async with unit_of_work() as session:
        await jobs.drop(session, cast.olga, job_id=(await load_job()).id)
    await run_due_jobs()
    assert job.runs == 0


async def test_a_running_job_cannot_be_retried_or_dropped(cast: Cast, job: UnreliableJob) -> None:
    running = await load_job()
    await start_job(running.id)
    assert to_view(await load_job()).state == "running"
    for action in (jobs.retry, jobs.drop):
        with pytest.raises(Conflict):
            async with unit_of_work() as session:
                await action(session, cast.olga, job_id=running.id)
    with clock.travel(outbox.HEARTBEAT_TIMEOUT + timedelta(seconds=1)):
        assert to_view(await load_job()).state == "waiting"


async def test_only_administrators_of_the_section_manage_jobs(
    cast: Cast, job: UnreliableJob
) -> None:
    job_id = (await load_job()).id
    for action in (jobs.retry, jobs.drop):
        with pytest.raises(NotFound):
            async with unit_of_work() as session:
                await action(session, cast.alice, job_id=job_id)


async def test_runs_of_scheduled_jobs_are_recorded_and_purged(cast: Cast) -> None:
    await run_scheduled_job("purge_sessions")
    await run_scheduled_job("no_such_job")
    assert await list_runs() == [
        ("purge_sessions", ""),
        ("no_such_job", "Unknown key 'no_such_job'"),
    ]
    with clock.travel(timedelta(days=8)):
        await run_scheduled_job("purge_job_runs")
    assert [name for name, _ in await list_runs()] == ["purge_job_runs"]
