"""The scheduled job that updates the daily statistics."""

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import statistics, subscriptions
from community.realtime.presence import get_presence


async def update_statistics() -> None:
    """Count the days since the last update, and store the numbers.

    The first update counts the whole history of the site.
    """
    await count_days()


async def count_days(*, dry_run: bool = False) -> list[statistics.SeriesPoint]:
    """Return the numbers of the days since the last update, and store them if not `dry_run`."""
    await get_presence().sync()
    async with read_session() as session:
        measurement = await statistics.measure(session, clock.now())
        paid = await subscriptions.statistics.measure(session, clock.now())
    async with read_session() if dry_run else unit_of_work() as session:
        rows = await statistics.store(session, measurement)
        await subscriptions.statistics.store(session, paid)
        return [statistics.SeriesPoint.model_validate(row) for row in rows]
