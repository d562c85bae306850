"""The scheduled job that finds the authors with the highest ratings of each period."""

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import ratings


async def update_top_authors() -> None:
    """Compute the ratings of all periods, and replace the top authors.

    Reading all responses of a large site takes long, so it runs outside the transaction that writes
    the few rows.
    """
    async with read_session() as session:
        rows = await ratings.find_highest_ratings(session, clock.now())
    async with unit_of_work() as session:
        await ratings.replace_top_authors(session, rows)
