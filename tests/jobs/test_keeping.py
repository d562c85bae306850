"""Promises: kept once, step by step, and tried again when a step fails."""

from datetime import timedelta

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from community import jobs, owed
from community.core import clock
from community.core.database import reading, unit_of_work
from community.jobs.keeping import keep_some
from community.jobs.registry import JOBS
from community.models import OwedJob
from tests.cast import Cast


class Counting:
    """A job of three steps that notes each one, and fails when it is told to."""

    def __init__(self) -> None:
        self.steps: list[int] = []
        self.fails = False

    async def __call__(self, _: AsyncSession, *, of: str, after: int = 0) -> int | None:
        if self.fails:
            raise RuntimeError(of)
        self.steps.append(after)
        return after + 1 if after < 2 else None


@pytest.fixture
def counting(monkeypatch: pytest.MonkeyPatch) -> Counting:
    job = Counting()
    monkeypatch.setitem(JOBS, "counting", job)
    return job


async def promised() -> int:
    async with unit_of_work() as session:
        owed.promise(session, "counting", of="sheep")
    async with reading() as session:
        return (await owed.due(session, 1))[0].id


async def due_ids() -> list[int]:
    async with reading() as session:
        return [row.id for row in await owed.due(session, 10)]


async def test_a_promise_is_kept_step_by_step_and_then_gone(cast: Cast, counting: Counting) -> None:
    owed_id = await promised()
    assert [await keep_some(owed_id) for _ in range(4)] == [True, True, False, False]
    assert counting.steps == [0, 1, 2]
    async with reading() as session:
        assert await session.get(OwedJob, owed_id) is None


async def test_whoever_takes_over_goes_on_where_the_first_stopped(
    cast: Cast, counting: Counting
) -> None:
    owed_id = await promised()
    await keep_some(owed_id)
    with clock.moved(owed.SILENT_FOR):
        assert await due_ids() == [owed_id]
        await jobs.keep_all()
    assert counting.steps == [0, 1, 2]


async def test_work_in_hand_is_not_handed_out_again(cast: Cast, counting: Counting) -> None:
    owed_id = await promised()
    async with unit_of_work() as session:
        await owed.note_handed(session, await owed.due(session, 1))
    assert await due_ids() == []
    with clock.moved(owed.WAITS_FOR):
        assert await due_ids() == [owed_id]


async def test_two_who_hand_it_out_at_once_have_handed_it_out_once(
    cast: Cast, counting: Counting
) -> None:
    owed_id = await promised()
    async with reading() as session:
        seen = await owed.due(session, 1)
    for _ in range(2):
        async with unit_of_work() as session:
            await owed.note_handed(session, seen)
    async with reading() as session:
        assert (await session.get_one(OwedJob, owed_id)).times_handed == 1


async def test_a_job_that_fails_is_put_off_and_done_later(cast: Cast, counting: Counting) -> None:
    counting.fails = True
    owed_id = await promised()
    assert not await keep_some(owed_id)
    assert await due_ids() == []
    counting.fails = False
    with clock.moved(owed.FIRST_PAUSE):
        await jobs.keep_all()
    assert counting.steps == [0, 1, 2]


async def test_the_pause_doubles_each_time_up_to_an_hour(cast: Cast, counting: Counting) -> None:
    counting.fails = True
    owed_id = await promised()
    pauses: list[timedelta] = []
    for times in (1, 2, 3, 30):
        async with unit_of_work() as session:
            row = await session.get_one(OwedJob, owed_id)
            row.times_handed = times
        before = clock.now()
        await keep_some(owed_id)
        async with reading() as session:
            row = await session.get_one(OwedJob, owed_id)
            pauses.append(timedelta(seconds=round((row.due_at - before).total_seconds())))
    assert [pause.total_seconds() for pause in pauses] == [4, 8, 16, 3600]


async def test_a_job_of_a_newer_version_is_left_for_those_who_know_it(cast: Cast) -> None:
    async with unit_of_work() as session:
        owed.promise(session, "from_the_future")
    await jobs.keep_all()
    async with reading() as session:
        assert await owed.count_failing(session, 0) == 1


async def test_a_promise_for_later_is_not_due_yet(cast: Cast, counting: Counting) -> None:
    later = clock.now() + timedelta(minutes=1)
    async with unit_of_work() as session:
        owed.promise(session, "counting", due_at=later, of="sheep")
    assert await due_ids() == []
    with clock.moved(timedelta(minutes=1)):
        assert len(await due_ids()) == 1


async def test_what_nobody_hands_out_is_overdue(cast: Cast, counting: Counting) -> None:
    await promised()
    async with reading() as session:
        assert await owed.count_overdue(session, timedelta(minutes=1)) == 0
    with clock.moved(timedelta(minutes=2)):
        async with reading() as session:
            assert await owed.count_overdue(session, timedelta(minutes=1)) == 1
