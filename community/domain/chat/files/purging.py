"""Functions that delete files that belong to no message, in the same steps as `uploads.purging`."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, delete, func, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.chat import policies
from community.domain.chat.files.queries import is_group_picture, list_storage_keys
from community.gateways.media import PrivateStorage
from community.models import ChatFile


async def mark_for_purge(session: AsyncSession, now: datetime) -> Sequence[ChatFile]:
    """Mark a batch of files whose message was deleted, or that were not sent within a day."""
    is_old = and_(
        col(ChatFile.created_at) < now - policies.UNSENT_FILE_RETENTION, ~is_group_picture()
    )
    rows = (
        await session.scalars(
            select(ChatFile)
            .where(
                col(ChatFile.message_id).is_(None),
                or_(col(ChatFile.purging_since).is_not(None), is_old),
            )
            .order_by(col(ChatFile.created_at))
            .limit(policies.PURGE_BATCH_SIZE)
            .with_for_update(of=ChatFile, skip_locked=True, **FOR_NO_KEY_UPDATE)
        )
    ).all()
    await session.execute(
        update(ChatFile)
        .where(col(ChatFile.id).in_([row.id for row in rows]))
        .values(purging_since=func.coalesce(col(ChatFile.purging_since), now))
        .execution_options(synchronize_session=False)
    )
    return rows


async def delete_files(storage: PrivateStorage, files: Sequence[ChatFile]) -> None:
    """Delete the content of files from the file storage. Call it outside a transaction."""
    for file in files:
        for key in list_storage_keys(file):
            await storage.delete(key)


async def delete_purged(session: AsyncSession, files: Sequence[ChatFile]) -> None:
    await session.execute(
        delete(ChatFile)
        .where(
            col(ChatFile.id).in_([file.id for file in files]),
            col(ChatFile.purging_since).is_not(None),
        )
        .execution_options(synchronize_session=False)
    )
