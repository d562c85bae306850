"""The function that erases the ratings of users whose accounts are purged or merged."""

from collections.abc import Collection

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.models import PeriodRating, RatingPlace


async def erase_places(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    for table in (RatingPlace, PeriodRating):
        await session.execute(
            delete(table)
            .where(col(table.user_id).in_(user_ids))
            .execution_options(synchronize_session=False)
        )
