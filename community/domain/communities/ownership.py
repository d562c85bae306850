"""Queries for the communities that a user owns or moderates. Only the open ones count."""

from sqlalchemy import func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain.communities.schemas import CommunitySummary, LedCommunity
from community.models import Community, Membership

# The page about a user lists at most this many communities.
MAX_LED_COMMUNITIES = 50


async def list_owned_names(session: AsyncSession, user_id: int) -> list[str]:
    query = select(Community.name).where(
        col(Community.owner_id) == user_id, col(Community.closed_at).is_(None)
    )
    return list(await session.scalars(query.order_by(func.lower(Community.name))))


async def count_owned(session: AsyncSession, user_id: int) -> int:
    query = (
        select(func.count())
        .select_from(Community)
        .where(col(Community.owner_id) == user_id, col(Community.closed_at).is_(None))
    )
    return await session.scalar(query) or 0


async def list_led(session: AsyncSession, user_id: int) -> list[LedCommunity]:
    """Return the open communities that a user owns or moderates, the largest first."""
    moderated = select(Membership.community_id).where(
        col(Membership.user_id) == user_id, col(Membership.moderator_since).is_not(None)
    )
    rows = await session.scalars(
        select(Community)
        .where(
            or_(col(Community.owner_id) == user_id, col(Community.id).in_(moderated)),
            col(Community.closed_at).is_(None),
        )
        .order_by(col(Community.members_count).desc(), col(Community.id))
        .limit(MAX_LED_COMMUNITIES)
    )
    return [
        LedCommunity(
            **CommunitySummary.model_validate(row).model_dump(), is_owner=row.owner_id == user_id
        )
        for row in rows
    ]
