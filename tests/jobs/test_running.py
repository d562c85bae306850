"""The job engine: what is promised here or elsewhere is done soon, and a stop loses nothing."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community import jobs, owed
from community.core import clock
from community.core.database import reading, unit_of_work
from community.jobs.registry import DUTIES, JOBS, Duty
from community.models import OwedJob
from community.wiring import wire
from tests.cast import Cast

SOON = 20.0


@pytest.fixture(autouse=True)
def wired() -> None:
    wire()


async def until(condition: Callable[[], Awaitable[bool]]) -> None:
    """Wait for the condition itself, however busy the machine is."""
    async with asyncio.timeout(SOON):
        while not await condition():  # noqa: ASYNC110 - the database tells nobody when it changes
            await asyncio.sleep(0.02)


async def nothing_is_owed() -> bool:
    async with reading() as session:
        return await owed.count_failing(session, 0) == 0


def job(name: str, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    done: list[int] = []

    async def work(_: AsyncSession, *, number: int) -> None:
        done.append(number)

    monkeypatch.setitem(JOBS, name, work)
    return done


async def test_a_promise_is_kept_once_and_soon(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    done = job("note", monkeypatch)
    async with jobs.running():
        async with unit_of_work() as session:
            for number in range(20):
                owed.promise(session, "note", number=number)
        await until(nothing_is_owed)
    assert sorted(done) == list(range(20))


async def test_a_promise_of_a_process_without_jobs_is_kept_too(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = job("note", monkeypatch)
    async with jobs.running():
        async with unit_of_work() as session:
            session.add(OwedJob(name="note", arguments={"number": 7}))
        await until(nothing_is_owed)
    assert done == [7]


async def test_what_a_stop_breaks_off_is_done_after_the_next_start(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("community.jobs.handing.STOP_SECONDS", 0.1)
    begun = asyncio.Event()
    is_slow = True
    done: list[int] = []

    async def work(_: AsyncSession) -> None:
        begun.set()
        if is_slow:
            await asyncio.Event().wait()
        done.append(1)

    monkeypatch.setitem(JOBS, "slow", work)
    async with jobs.running():
        async with unit_of_work() as session:
            owed.promise(session, "slow")
        async with asyncio.timeout(SOON):
            await begun.wait()
    assert (done, await nothing_is_owed()) == ([], False)
    is_slow = False
    async with unit_of_work() as session:  # as if SILENT_FOR had gone by
        (await session.scalars(select(OwedJob))).one().due_at = clock.now()
    async with jobs.running():
        await until(nothing_is_owed)
    assert done == [1]


async def test_a_duty_is_done_at_its_time(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    left = [3]

    async def work(_: AsyncSession) -> int:
        left[0] -= 1
        return left[0]

    monkeypatch.setitem(DUTIES, "every_second", Duty("* * * * * *", work))

    async def all_is_done() -> bool:
        return left[0] <= 0

    async with jobs.running():
        await until(all_is_done)
    assert left[0] <= 0
