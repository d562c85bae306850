"""The scheduled job that updates the daily statistics."""

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import statistics


async def update_statistics() -> None:
    """Count the days since the last update, and store the numbers.

    The first update counts the whole history of the site.
    """
    async with read_session() as session:
        measurement = await statistics.measure(session, clock.now())
    async with unit_of_work() as session:
        await statistics.store(session, measurement)
