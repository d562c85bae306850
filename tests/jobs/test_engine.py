"""Tests that the job engine soon runs every enqueued job, including jobs of other processes."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community import jobs
from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain.jobs import outbox
from community.jobs.registry import JOBS, SCHEDULED_JOBS, ScheduledJob
from community.models import OutboxMessage
from community.wiring import wire
from tests.cast import Cast

TIMEOUT_SECONDS = 60.0


@pytest.fixture(autouse=True)
def wire_events() -> None:
    wire()


async def wait_until(condition: Callable[[], Awaitable[bool]]) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while not await condition():  # noqa: ASYNC110 - the database sends no notification of changes
            await asyncio.sleep(0.02)


async def is_outbox_empty() -> bool:
    async with read_session() as session:
        return await outbox.count_failing(session, 0) == 0


def register_job(name: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Register a job that appends its argument `number` to the returned list."""
    completed: list[int] = []

    async def append_number(_: AsyncSession, *, number: int) -> None:
        completed.append(number)

    monkeypatch.setitem(JOBS, name, append_number)
    return completed


async def test_an_enqueued_job_runs_soon_and_only_once(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    completed = register_job("note", monkeypatch)
    async with jobs.run_jobs():
        async with unit_of_work() as session:
            for number in range(20):
                outbox.enqueue(session, "note", number=number)
        await wait_until(is_outbox_empty)
    assert sorted(completed) == list(range(20))


async def test_a_job_that_another_process_enqueued_is_run(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    completed = register_job("note", monkeypatch)
    async with jobs.run_jobs():
        async with unit_of_work() as session:
            session.add(OutboxMessage(name="note", arguments={"number": 7}))
        await wait_until(is_outbox_empty)
    assert completed == [7]


async def test_a_job_interrupted_by_shutdown_runs_after_restart(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.jobs.dispatcher.SHUTDOWN_TIMEOUT_SECONDS", 0.1)
    started = asyncio.Event()
    is_slow = True
    completed: list[int] = []

    async def run_slowly(_: AsyncSession) -> None:
        started.set()
        if is_slow:
            await asyncio.Event().wait()
        completed.append(1)

    monkeypatch.setitem(JOBS, "slow", run_slowly)
    async with jobs.run_jobs():
        async with unit_of_work() as session:
            outbox.enqueue(session, "slow")
        async with asyncio.timeout(TIMEOUT_SECONDS):
            await started.wait()
    assert (completed, await is_outbox_empty()) == ([], False)
    is_slow = False
    async with unit_of_work() as session:  # Simulate that HEARTBEAT_TIMEOUT has passed.
        (await session.scalars(select(OutboxMessage))).one().due_at = clock.now()
    async with jobs.run_jobs():
        await wait_until(is_outbox_empty)
    assert completed == [1]


async def test_a_scheduled_job_runs_at_the_scheduled_time(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    remaining_batches = [3]

    async def run_batch() -> int:
        remaining_batches[0] -= 1
        return remaining_batches[0]

    monkeypatch.setitem(SCHEDULED_JOBS, "every_second", ScheduledJob("* * * * * *", run_batch))

    async def is_finished() -> bool:
        return remaining_batches[0] <= 0

    async with jobs.run_jobs():
        await wait_until(is_finished)
    assert remaining_batches[0] <= 0
