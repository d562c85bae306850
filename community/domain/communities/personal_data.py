"""The communities of users: for the archive with their data, and the deletion of memberships."""

from collections import Counter
from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import Community, Membership

EXPORT_PARTS: Final = (
    ExportPart(
        "memberships",
        noop("Communities that you joined"),
        user=Membership.user_id,
        key=Membership.community_id,
        fields=(
            *(Membership.community_id, Community.slug, Community.name),
            *(Membership.joined_at, Membership.moderator_since),
        ),
        conditions=(col(Community.id) == Membership.community_id,),
    ),
    ExportPart(
        "owned_communities",
        noop("Communities that you own"),
        user=Community.owner_id,
        key=Community.id,
        fields=(
            *(Community.id, Community.slug, Community.name, Community.description),
            *(Community.rules, Community.avatar, Community.header, Community.posting),
            *(Community.created_at, Community.closed_at),
        ),
    ),
)


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
