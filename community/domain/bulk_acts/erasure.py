"""The functions that delete old acts, and erase those of users whose accounts are purged."""

from collections.abc import Collection
from typing import Final

from sqlalchemy import delete, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock
from community.domain.bulk_acts import policies
from community.models import BulkAct, BulkActRecord

PURGE_BATCH_SIZE: Final = 1_000
_NOT_SYNCHRONIZED: Final = {"synchronize_session": False}


async def erase_bulk_acts(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Let the acts that the users began or undid keep no name."""
    for column in (BulkAct.created_by_id, BulkAct.undone_by_id):
        await session.execute(
            update(BulkAct)
            .where(col(column).in_(user_ids))
            .values({col(column): None})
            .execution_options(**_NOT_SYNCHRONIZED)
        )


async def purge_old(session: AsyncSession) -> bool:
    """Delete a batch of what is stored of old acts. Return whether more may remain."""
    is_old = col(BulkAct.created_at) < clock.now() - policies.RETENTION
    old = select(col(BulkAct.id)).where(is_old)
    records = (
        select(col(BulkActRecord.id))
        .where(col(BulkActRecord.bulk_act_id).in_(old))
        .limit(PURGE_BATCH_SIZE)
    )
    ids = (await session.scalars(records)).all()
    if ids:
        await session.execute(
            delete(BulkActRecord)
            .where(col(BulkActRecord.id).in_(ids))
            .execution_options(**_NOT_SYNCHRONIZED)
        )
        return True
    await session.execute(delete(BulkAct).where(is_old).execution_options(**_NOT_SYNCHRONIZED))
    return False
