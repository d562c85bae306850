"""Deletion of messages that are older than the site keeps them."""

from datetime import timedelta
from typing import Final

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain import site
from community.domain.chat import files
from community.models import ChatMessage

DAYS_PER_MONTH: Final = 30.44
BATCH_SIZE: Final = 1_000


async def delete_old_messages(session: AsyncSession) -> int:
    """Delete a batch of old messages, and return their number.

    Unread counts and pages are computed from the messages that remain, and pointers such as
    `ChatMember.last_read_message_id` only compare ids, so nothing else changes. A job deletes the
    files.
    """
    months = (await site.get_content_settings(session)).keep_messages_months
    if not months:
        return 0
    cutoff = clock.now() - timedelta(days=months * DAYS_PER_MONTH)
    # In the order of their ids, which is that of their times, so that no index is needed: the query
    # ends at the first message that is new enough.
    oldest = (
        select(ChatMessage.id, ChatMessage.created_at)
        .order_by(col(ChatMessage.id))
        .limit(BATCH_SIZE)
    )
    ids = [row[0] for row in await session.execute(oldest) if row[1] < cutoff]
    if not ids:
        return 0
    await files.release(session, ids)
    await session.execute(
        delete(ChatMessage)
        .where(col(ChatMessage.id).in_(ids))
        .execution_options(synchronize_session=False)
    )
    return len(ids)
