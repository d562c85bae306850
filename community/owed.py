"""Work that a transaction promises: written with it, done after it, not lost when a process dies.

`promise` writes a row beside what makes the work necessary, so that both are kept or neither.
`community/jobs/` does the work; how is in `docs/decisions/owed-work.md`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.core import clock, events
from community.core.events import Fact
from community.models import OwedJob

_waiting_for_work: list[Callable[[], None]] = []


@dataclass(frozen=True, slots=True)
class WorkPromised(Fact):
    """There is work that was not there before."""


def promise(session: AsyncSession, name: str, **arguments: Any) -> None:
    """Have the job `name` done with these arguments, once this transaction is committed.

    Args:
        name: one of `community/jobs/registry.py`.
        arguments: plain JSON values: ids, not rows.
    """
    session.add(OwedJob(name=name, arguments=arguments))
    events.record(session, WorkPromised())


async def announce(_: WorkPromised) -> None:
    """Tell the jobs of this process that there is work; runs after the commit."""
    for wake in _waiting_for_work:
        wake()


def listen(wake: Callable[[], None]) -> Callable[[], None]:
    """From now on `wake()` is called when work was promised here. The answer stops that."""
    _waiting_for_work.append(wake)
    return lambda: _waiting_for_work.remove(wake)


async def take(session: AsyncSession, owed_id: int) -> OwedJob | None:
    """Work that is still owed, held until the end of the transaction; None when it is done."""
    return await session.scalar(
        select(OwedJob)
        .where(OwedJob.id == owed_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )


async def not_handed(session: AsyncSession, limit: int) -> Sequence[OwedJob]:
    """Work that nobody was asked to do yet, the oldest first, without what another process holds."""
    rows = await session.scalars(
        select(OwedJob)
        .where(col(OwedJob.handed_at).is_(None))
        .order_by(col(OwedJob.id))
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    return rows.all()


async def overdue(session: AsyncSession, by: timedelta) -> int:
    """How many promises are older than that and still not kept."""
    before: datetime = clock.now() - by
    query = select(func.count()).select_from(OwedJob).where(col(OwedJob.created_at) < before)
    return (await session.execute(query)).scalar_one()
