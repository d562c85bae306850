"""The function that erases the bans of users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.models import Sanction


async def erase_sanctions(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    await session.execute(
        delete(Sanction)
        .where(col(Sanction.user_id).in_(user_ids))
        .execution_options(synchronize_session=False)
    )
