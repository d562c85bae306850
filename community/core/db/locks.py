"""Database locks. The database releases them when the transaction ends."""

from typing import Any, Final

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

# Arguments of `with_for_update` for FOR NO KEY UPDATE. This lock blocks updates and deletes of the
# row, but not inserts of rows that reference it. With FOR UPDATE, two transactions that comment on
# the same post deadlock, because each insert already holds a key-share lock on the post when its
# transaction requests the row lock. SQLite needs no row locks, because it has a single writer.
FOR_NO_KEY_UPDATE: Final[dict[str, Any]] = {"key_share": True}
# Arguments of `with_for_update` for FOR UPDATE, which a change of a column in a unique index needs,
# such as the author of a post. A transaction that has only the weaker lock must exchange it for
# this one, and deadlocks with another that has inserted a comment and waits to update the post.
FOR_KEY_UPDATE: Final[dict[str, Any]] = {}


async def acquire_advisory_lock(session: AsyncSession, key: str) -> None:
    """Acquire the database lock named `key`. Use it if there is no row to lock yet.

    If another transaction has the lock, the call waits. Acquire the lock before any row locks, so
    that a transaction that waits for it does not keep rows locked. Two keys with the same hash
    share a lock, which only causes an unnecessary wait. On SQLite the function does nothing,
    because SQLite allows only one writer at a time.
    """
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(key, 0))))
