"""Deletion of messages that are older than the site keeps them, and of groups without members."""

from datetime import timedelta
from typing import Final

from sqlalchemy import and_, delete, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain import site
from community.domain.chat import files, policies
from community.domain.chat.messages import erase_content
from community.domain.chat.removal.cleanup import is_hidden
from community.models import Chat, ChatMember, ChatMessage

DAYS_PER_MONTH: Final = 30.44
BATCH_SIZE: Final = 1_000


async def delete_abandoned_groups(session: AsyncSession) -> None:
    """Delete groups that all members have left, once their invitations no longer count."""
    is_in_group = (
        select(ChatMember.user_id)
        .where(col(ChatMember.chat_id) == col(Chat.id), policies.may_read_chat)
        .correlate(Chat)
        .exists()
    )
    await session.execute(
        delete(Chat)
        .where(
            col(Chat.kind) == "group",
            col(Chat.updated_at) < clock.now() - policies.REQUEST_WINDOW,
            ~is_in_group,
        )
        .execution_options(synchronize_session=False)
    )


async def delete_old_messages(session: AsyncSession) -> int:
    """Delete a batch of old messages, and return their number.

    The latest message of each chat becomes a stub without text. Otherwise SQLite would use its id
    again, and members would have read a message that they have not seen. Unread counts are computed
    from the messages that remain. A job deletes the files.
    """
    months = (await site.get_content_settings(session)).keep_messages_months
    if not months:
        return 0
    cutoff = clock.now() - timedelta(days=months * DAYS_PER_MONTH)
    is_latest = col(ChatMessage.id) == col(Chat.last_message_id)
    has_content = and_(
        or_(col(ChatMessage.deleted_at).is_(None), is_hidden), col(ChatMessage.change) == ""
    )
    # In the order of their ids, which is that of their times, so that no index is needed.
    oldest = (
        select(ChatMessage, is_latest)
        .join(Chat, col(Chat.id) == col(ChatMessage.chat_id))
        .where(or_(~is_latest, has_content))
        .order_by(col(ChatMessage.id))
        .limit(BATCH_SIZE)
    )
    found = [row for row in await session.execute(oldest) if row[0].created_at < cutoff]
    ids = [message.id for message, is_stub in found if not is_stub]
    for message, is_stub in found:
        if is_stub:
            await erase_content(session, message)
    await files.release(session, ids)
    await session.execute(
        delete(ChatMessage)
        .where(col(ChatMessage.id).in_(ids))
        .execution_options(synchronize_session=False)
    )
    return len(found)
