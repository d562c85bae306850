"""Functions for the files of accounts that are erased or merged."""

from collections.abc import Collection

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain.chat.files.queries import exists, is_group_picture
from community.models import ChatFile


async def erase_unsent_files(
    session: AsyncSession, *, user_ids: Collection[int], limit: int
) -> int:
    """Mark up to `limit` files that the users have not sent for deletion. Return their number."""
    batch = select(ChatFile.id).where(
        col(ChatFile.owner_id).in_(user_ids),
        col(ChatFile.message_id).is_(None),
        exists(),
        ~is_group_picture(),
    )
    ids = list(await session.scalars(batch.limit(limit)))
    await session.execute(
        update(ChatFile)
        .where(col(ChatFile.id).in_(ids))
        .values(purging_since=clock.now())
        .execution_options(synchronize_session=False)
    )
    return len(ids)


async def move_files(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    """Move up to `limit` files of the source to the target, and return their number."""
    batch = select(ChatFile.id).where(col(ChatFile.owner_id) == source_id).limit(limit)
    moved = await session.scalars(
        update(ChatFile)
        .where(col(ChatFile.id).in_(list(await session.scalars(batch))))
        .values(owner_id=target_id)
        .returning(col(ChatFile.id))
        .execution_options(synchronize_session=False)
    )
    return len(moved.all())
