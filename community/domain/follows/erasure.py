"""Functions that erase the follows and ignore lists of users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import delete, or_, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain import people
from community.domain.follows.merging import recount
from community.models import Follow, Ignore


async def erase_follows(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` follows by and of the users, and return their number."""
    key = (col(Follow.follower_id), col(Follow.followed_id))
    batch = select(*key).where(or_(*(column.in_(user_ids) for column in key))).order_by(*key)
    rows = [tuple(row) for row in await session.execute(batch.limit(limit))]
    if not rows:
        return 0
    changed_ids = {user_id for row in rows for user_id in row}
    await people.lock_users(session, changed_ids)
    await session.execute(
        delete(Follow).where(tuple_(*key).in_(rows)).execution_options(synchronize_session=False)
    )
    await recount(session, changed_ids)
    return len(rows)


async def erase_ignores(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` entries of ignore lists by and of the users. Return their number."""
    key = (col(Ignore.user_id), col(Ignore.ignored_id))
    batch = select(*key).where(or_(*(column.in_(user_ids) for column in key))).limit(limit)
    rows = [tuple(row) for row in await session.execute(batch)]
    if rows:
        await session.execute(
            delete(Ignore)
            .where(tuple_(*key).in_(rows))
            .execution_options(synchronize_session=False)
        )
    return len(rows)
