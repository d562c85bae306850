"""The function that erases clean-ups of users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.models import Cleanup

_NOT_SYNCHRONIZED = {"synchronize_session": False}


async def erase_cleanups(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Delete the clean-ups of the users. Those that they began keep no name."""
    await session.execute(
        delete(Cleanup)
        .where(col(Cleanup.user_id).in_(user_ids))
        .execution_options(**_NOT_SYNCHRONIZED)
    )
    for column in (Cleanup.created_by_id, Cleanup.undone_by_id):
        await session.execute(
            update(Cleanup)
            .where(col(column).in_(user_ids))
            .values({col(column): None})
            .execution_options(**_NOT_SYNCHRONIZED)
        )
