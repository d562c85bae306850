"""Functions that move memberships and communities of one user to another when accounts merge."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.models import Community, Membership


async def move_memberships(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` memberships, and return their number.

    Where both are members, the target keeps the earlier date, and becomes a moderator if the source
    is one.
    """
    rows = await session.scalars(
        select(Membership)
        .where(col(Membership.user_id) == source_id)
        .order_by(col(Membership.community_id))
        .limit(limit)
    )
    memberships = rows.all()
    for row in memberships:
        await _lock_community(session, row.community_id)
        existing = await session.get(Membership, (row.community_id, target_id))
        await session.delete(row)
        await session.flush()
        if existing is None:
            session.add(
                Membership(
                    community_id=row.community_id,
                    user_id=target_id,
                    joined_at=row.joined_at,
                    moderator_since=row.moderator_since,
                )
            )
        else:
            existing.joined_at = min(existing.joined_at, row.joined_at)
            existing.moderator_since = existing.moderator_since or row.moderator_since
            await _remove_member(session, row.community_id)
        await session.flush()
    return len(memberships)


async def move_ownership(session: AsyncSession, *, source_id: int, target_id: int) -> int:
    """Make the target the owner of the communities of the source. Return their number."""
    moved = await session.scalars(
        update(Community)
        .where(col(Community.owner_id) == source_id)
        .values(owner_id=target_id)
        .returning(col(Community.id))
        .execution_options(synchronize_session=False)
    )
    return len(moved.all())


async def _lock_community(session: AsyncSession, community_id: int) -> None:
    await session.execute(
        select(Community.id)
        .where(col(Community.id) == community_id)
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )


async def _remove_member(session: AsyncSession, community_id: int) -> None:
    await session.execute(
        update(Community)
        .where(col(Community.id) == community_id)
        .values(members_count=Community.members_count - 1)
        .execution_options(synchronize_session=False)
    )
