"""What becomes of the memberships of a user, and of the communities that they own."""

from collections import Counter
from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core.db.export_parts import ExportPart
from community.core.db.personal_data import Move, PersonalData
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.i18n import noop
from community.models import Community, Membership


async def _move_memberships(
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


async def _erase_memberships(
    session: AsyncSession, *, user_ids: Collection[int], limit: int
) -> int:
    """Delete up to `limit` memberships, update the counters, and return their number."""
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


PERSONAL_DATA: Final = (
    PersonalData(
        Membership.user_id,
        export=ExportPart(
            "memberships",
            noop("Communities that you joined"),
            key=Membership.community_id,
            fields=(
                *(Membership.community_id, Community.slug, Community.name),
                *(Membership.joined_at, Membership.moderator_since),
            ),
            conditions=(col(Community.id) == Membership.community_id,),
        ),
        merge=_move_memberships,
        erase=_erase_memberships,
    ),
    PersonalData(
        Community.owner_id,
        export=ExportPart(
            "owned_communities",
            noop("Communities that you own"),
            key=Community.id,
            fields=(
                *(Community.id, Community.slug, Community.name, Community.description),
                *(Community.rules, Community.avatar, Community.header, Community.posting),
                *(Community.created_at, Community.closed_at),
            ),
        ),
        merge=Move(),
        erase="Closed communities stay readable, and have no other owner.",
    ),
)
