"""Holding something until the end of a transaction."""

from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

# FOR NO KEY UPDATE: others can neither change nor delete the row, but they can insert rows that
# refer to it. With FOR UPDATE two comments at once would deadlock: each has referred to the post
# already when it wants to hold it, so each waits for the other. SQLite has one writer and no need.
HELD: Final[dict[str, Any]] = {"key_share": True}


async def one_at_a_time(session: AsyncSession, what: str) -> None:
    """Wait until nobody else is in the middle of this, where no row stands for it yet.

    Belongs before any row is held: whoever waits here keeps nobody waiting.

    Args:
        what: the same words for those who must not do it at once. Others whose words happen to
            have the same hash wait, too, and no harm is done.
    """
    if session.get_bind().dialect.name == "postgresql":  # SQLite has one writer at a time anyway
        await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(what, 0))))
