"""Work that a transaction promises: written with it, done after it, not lost when a process dies.

`promise` writes a row beside what makes the work necessary, so that both are kept or neither.
`community/jobs/` hands the rows out; `docs/decisions/0003-owed-work.md` tells how and why.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select, update

from community.core import clock, events
from community.core.events import Fact
from community.models import OwedJob

# Whoever is at work says so at each step. Silent for longer, they are taken for gone and the work
# is handed out again; should they be only slow, the second waits for them and goes on from there.
SILENT_FOR = timedelta(seconds=10)
# Work that was handed out may wait for its turn this long before it is handed out again.
WAITS_FOR = timedelta(minutes=1)
FIRST_PAUSE = timedelta(seconds=2)
LONGEST_PAUSE = timedelta(hours=1)

_waiting_for_work: list[Callable[[], None]] = []


@dataclass(frozen=True, slots=True)
class WorkPromised(Fact):
    """There is work that was not there before."""


def promise(
    session: AsyncSession, name: str, *, due_at: datetime | None = None, **arguments: Any
) -> None:
    """Have the job `name` done with these arguments, once this transaction is committed.

    Args:
        name: one of `community/jobs/registry.py`.
        due_at: not before then; at once by default.
        arguments: plain JSON values: ids, not rows.
    """
    session.add(OwedJob(name=name, arguments=arguments, due_at=due_at or clock.now()))
    events.record(session, WorkPromised())


async def announce(_: WorkPromised) -> None:
    """Tell the jobs of this process that there is work; runs after the commit."""
    for wake in _waiting_for_work:
        wake()


def listen(wake: Callable[[], None]) -> Callable[[], None]:
    """From now on `wake()` is called when work was promised here. The answer ends that."""
    _waiting_for_work.append(wake)
    return lambda: _waiting_for_work.remove(wake)


async def due(session: AsyncSession, limit: int) -> Sequence[OwedJob]:
    """Work to hand out now, what waits longest first."""
    rows = await session.scalars(
        select(OwedJob)
        .where(OwedJob.due_at <= clock.now())
        .order_by(col(OwedJob.due_at), col(OwedJob.id))
        .limit(limit)
    )
    return rows.all()


async def note_handed(session: AsyncSession, rows: Iterable[OwedJob]) -> None:
    """These were handed out; a row that another process handed out meanwhile is left as it is."""
    for row in rows:
        await session.execute(
            update(OwedJob)
            .where(col(OwedJob.id) == row.id, col(OwedJob.times_handed) == row.times_handed)
            .values(times_handed=row.times_handed + 1, due_at=clock.now() + WAITS_FOR)
            .execution_options(synchronize_session=False)
        )


async def note_begun(session: AsyncSession, owed_id: int) -> None:
    """Somebody is at work on it from now on."""
    await session.execute(
        update(OwedJob)
        .where(col(OwedJob.id) == owed_id)
        .values(due_at=clock.now() + SILENT_FOR)
        .execution_options(synchronize_session=False)
    )


async def take(session: AsyncSession, owed_id: int) -> OwedJob | None:
    """Work that is still owed, held until the end of the transaction; None when it is done."""
    return await session.scalar(select(OwedJob).where(OwedJob.id == owed_id).with_for_update())


async def note_step(session: AsyncSession, row: OwedJob, after: int | None) -> bool:
    """Keep, in the transaction of the step itself, where to go on; None: that was all.

    Returns:
        Whether there is more to do.
    """
    if after is None:
        await session.delete(row)
        return False
    row.arguments = {**row.arguments, "after": after}
    row.due_at = clock.now() + SILENT_FOR
    return True


async def put_off(session: AsyncSession, owed_id: int) -> None:
    """It went wrong: hand it out again after a pause that doubles each time, up to an hour."""
    row = await take(session, owed_id)
    if row is not None:
        doubled = FIRST_PAUSE * 2 ** min(row.times_handed, 20)
        row.due_at = clock.now() + min(doubled, LONGEST_PAUSE)


async def count_overdue(session: AsyncSession, by: timedelta) -> int:
    """How many promises should have been handed out that long ago."""
    return await _count(session, col(OwedJob.due_at) < clock.now() - by)


async def count_failing(session: AsyncSession, times: int) -> int:
    """How many promises were handed out that often and are still not kept."""
    return await _count(session, col(OwedJob.times_handed) >= times)


async def _count(session: AsyncSession, rule: ColumnElement[bool]) -> int:
    return (
        await session.execute(select(func.count()).select_from(OwedJob).where(rule))
    ).scalar_one()
