"""The function that erases the memberships of users whose accounts are purged."""

from collections import Counter
from collections.abc import Collection

from sqlalchemy import delete, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.models import Community, Membership


async def erase_memberships(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` memberships, update the counters, and return their number.

    Closed communities keep their owner, because they stay readable and have no other one.
    """
    key = (col(Membership.community_id), col(Membership.user_id))
    batch = select(*key).where(col(Membership.user_id).in_(user_ids)).order_by(*key).limit(limit)
    rows = [tuple(row) for row in await session.execute(batch)]
    for community_id, count in sorted(Counter(row[0] for row in rows).items()):
        await session.execute(
            update(Community)
            .where(col(Community.id) == community_id)
            .values(members_count=Community.members_count - count)
            .execution_options(synchronize_session=False)
        )
    if rows:
        await session.execute(
            delete(Membership)
            .where(tuple_(*key).in_(rows))
            .execution_options(synchronize_session=False)
        )
    return len(rows)
