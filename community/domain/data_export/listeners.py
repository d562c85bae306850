"""Reactions to the end of accounts."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.accounts import AccountDeleted
from community.domain.data_export.actions import discard
from community.domain.merging import AccountsMerged


async def discard_of_deleted(session: AsyncSession, event: AccountDeleted) -> None:
    await discard(session, user_ids=[event.user_id])


async def discard_of_merged(session: AsyncSession, event: AccountsMerged) -> None:
    await discard(session, user_ids=[event.source_id])
