"""The function that erases what is stored of users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.models import MemberImpressions


async def erase_impressions(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    await session.execute(
        delete(MemberImpressions)
        .where(col(MemberImpressions.user_id).in_(user_ids))
        .execution_options(synchronize_session=False)
    )
