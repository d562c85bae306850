"""Reactions to the end of accounts."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain import accounts, merging
from community.domain.data_export.actions import discard


async def discard_of_deleted(session: AsyncSession, event: accounts.AccountDeleted) -> None:
    await discard(session, user_ids=[event.user_id])


async def discard_of_merged(session: AsyncSession, event: merging.AccountsMerged) -> None:
    await discard(session, user_ids=[event.source_id])
