"""Tests that a job runs once, step by step, and is retried if a step fails."""

import asyncio
from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from community import jobs
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain.jobs import outbox
from community.jobs import runner
from community.jobs.registry import EXTERNAL_JOBS, JOBS
from community.jobs.runner import run_job_step
from community.models import OutboxMessage
from tests.cast import Cast


class CountingJob:
    """A job that has three steps and records each step. Calls fail while `should_fail` is true."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.should_fail = False

    async def __call__(self, _: AsyncSession, *, label: str, after: int = 0) -> int | None:
        if self.should_fail:
            raise RuntimeError(label)
        self.steps.append(after)
        return after + 1 if after < 2 else None


@pytest.fixture
def counting_job(monkeypatch: pytest.MonkeyPatch) -> CountingJob:
    job = CountingJob()
    monkeypatch.setitem(JOBS, "counting", job)
    return job


async def enqueue_counting_job() -> int:
    """Enqueue the counting job and return the ID of the new outbox row."""
    async with unit_of_work() as session:
        outbox.enqueue(session, "counting", label="sheep")
    async with read_session() as session:
        return (await outbox.list_due_jobs(session, 1))[0].id


async def list_due_job_ids() -> list[int]:
    async with read_session() as session:
        return [row.id for row in await outbox.list_due_jobs(session, 10)]


async def test_a_job_runs_step_by_step_and_is_then_deleted(
    cast: Cast, counting_job: CountingJob
) -> None:
    message_id = await enqueue_counting_job()
    assert [await run_job_step(message_id) for _ in range(4)] == [True, True, False, False]
    assert counting_job.steps == [0, 1, 2]
    async with read_session() as session:
        assert await session.get(OutboxMessage, message_id) is None


async def test_another_worker_resumes_a_stalled_job(cast: Cast, counting_job: CountingJob) -> None:
    message_id = await enqueue_counting_job()
    await run_job_step(message_id)
    with clock.travel(outbox.HEARTBEAT_TIMEOUT):
        assert await list_due_job_ids() == [message_id]
        await jobs.run_due_jobs()
    assert counting_job.steps == [0, 1, 2]


async def test_a_dispatched_job_is_due_again_only_after_the_queue_timeout(
    cast: Cast, counting_job: CountingJob
) -> None:
    message_id = await enqueue_counting_job()
    async with unit_of_work() as session:
        await outbox.mark_dispatched(session, await outbox.list_due_jobs(session, 1))
    assert await list_due_job_ids() == []
    with clock.travel(outbox.QUEUE_TIMEOUT):
        assert await list_due_job_ids() == [message_id]


async def test_a_job_that_is_dispatched_twice_concurrently_counts_one_attempt(
    cast: Cast, counting_job: CountingJob
) -> None:
    message_id = await enqueue_counting_job()
    async with read_session() as session:
        due = await outbox.list_due_jobs(session, 1)
    for _ in range(2):
        async with unit_of_work() as session:
            await outbox.mark_dispatched(session, due)
    async with read_session() as session:
        assert (await session.get_one(OutboxMessage, message_id)).attempts == 1


async def test_a_failed_job_is_rescheduled(cast: Cast, counting_job: CountingJob) -> None:
    counting_job.should_fail = True
    message_id = await enqueue_counting_job()
    assert not await run_job_step(message_id)
    assert await list_due_job_ids() == []
    counting_job.should_fail = False
    with clock.travel(outbox.INITIAL_BACKOFF):
        await jobs.run_due_jobs()
    assert counting_job.steps == [0, 1, 2]


async def test_the_retry_delay_doubles_until_it_reaches_an_hour(
    cast: Cast, counting_job: CountingJob
) -> None:
    counting_job.should_fail = True
    message_id = await enqueue_counting_job()
    delays: list[timedelta] = []
    for attempts in (1, 2, 3, 30):
        async with unit_of_work() as session:
            row = await session.get_one(OutboxMessage, message_id)
            row.attempts = attempts
        before = clock.now()
        await run_job_step(message_id)
        async with read_session() as session:
            row = await session.get_one(OutboxMessage, message_id)
            delays.append(timedelta(seconds=round((row.due_at - before).total_seconds())))
    assert [delay.total_seconds() for delay in delays] == [4, 8, 16, 3600]


async def test_an_unknown_job_stays_in_the_outbox(cast: Cast) -> None:
    async with unit_of_work() as session:
        outbox.enqueue(session, "from_the_future")
    await jobs.run_due_jobs()
    async with read_session() as session:
        assert await outbox.count_failing(session, 0) == 1


async def test_a_delayed_job_is_due_only_after_the_delay(
    cast: Cast, counting_job: CountingJob
) -> None:
    later = clock.now() + timedelta(minutes=1)
    async with unit_of_work() as session:
        outbox.enqueue(session, "counting", due_at=later, label="sheep")
    assert await list_due_job_ids() == []
    with clock.travel(timedelta(minutes=1)):
        assert len(await list_due_job_ids()) == 1


async def test_a_due_job_that_is_not_dispatched_becomes_overdue(
    cast: Cast, counting_job: CountingJob
) -> None:
    await enqueue_counting_job()
    async with read_session() as session:
        assert await outbox.count_overdue(session, timedelta(minutes=1)) == 0
    with clock.travel(timedelta(minutes=2)):
        async with read_session() as session:
            assert await outbox.count_overdue(session, timedelta(minutes=1)) == 1


async def test_no_other_worker_takes_up_an_external_job_that_still_runs(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait_for_heartbeat() -> None:
        async with unit_of_work() as session:
            (await session.get_one(OutboxMessage, message_id)).due_at = clock.now()
        async with asyncio.timeout(30):
            while await list_due_job_ids():
                pass

    monkeypatch.setitem(EXTERNAL_JOBS, "slow", wait_for_heartbeat)
    monkeypatch.setattr(runner, "EXTERNAL_HEARTBEAT_INTERVAL", timedelta(0))
    async with unit_of_work() as session:
        outbox.enqueue(session, "slow")
    message_id = (await list_due_job_ids())[0]
    await run_job_step(message_id)
    async with read_session() as session:
        assert await session.get(OutboxMessage, message_id) is None


async def test_an_external_job_that_never_ends_is_cancelled_and_retried(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def wait_forever() -> None:
        await asyncio.Event().wait()

    monkeypatch.setitem(EXTERNAL_JOBS, "endless", wait_forever)
    monkeypatch.setattr(runner, "EXTERNAL_JOB_MAX_DURATION", timedelta(0))
    async with unit_of_work() as session:
        outbox.enqueue(session, "endless")
    message_id = (await list_due_job_ids())[0]
    await run_job_step(message_id)
    async with read_session() as session:
        row = await session.get_one(OutboxMessage, message_id)
    assert row.last_error == "TimeoutError"
