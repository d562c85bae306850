"""The function that erases the places of users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.models import RatingPlace


async def erase_places(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    await session.execute(
        delete(RatingPlace)
        .where(col(RatingPlace.user_id).in_(user_ids))
        .execution_options(synchronize_session=False)
    )
