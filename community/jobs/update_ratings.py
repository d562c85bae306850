"""The scheduled jobs that compute the ratings, the places of the day and the top authors."""

from datetime import date

from community.core import clock
from community.core.db.sessions import read_session, unit_of_work
from community.domain import ratings

# Old places that a transaction deletes.
BATCH_SIZE = 20_000


async def update_ratings() -> None:
    """Compute all ratings, store the places of today, and delete the oldest places."""
    await update_place_history(clock.now().date())


async def update_place_history(day: date, *, dry_run: bool = False) -> int:
    """Compute the ratings of a day, store the places, and delete expired ones.

    Return the number of rated users. With `dry_run`, store and delete nothing. The result for a day
    does not depend on the hour, except for responses in between: the age of responses is measured
    at the end of the day.
    """
    if dry_run:
        async with read_session() as session:
            return await ratings.count_rated_users(session, day)
    async with unit_of_work() as session:
        rated = await ratings.store_places(session, day)
    purged = True
    while purged:
        async with unit_of_work() as session:
            purged = bool(await ratings.purge_places(session, day, BATCH_SIZE))
    return rated


async def update_top_authors() -> None:
    """Compute the ratings of all periods, and replace the top authors.

    Reading all responses of a large site takes long, so it runs outside the transaction that writes
    the few rows.
    """
    async with read_session() as session:
        rows = await ratings.find_highest_ratings(session, clock.now())
    async with unit_of_work() as session:
        await ratings.replace_top_authors(session, rows)
