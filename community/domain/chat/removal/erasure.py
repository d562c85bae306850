"""Functions that erase the private messages of users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import and_, delete, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.domain.chat import actions, conversations, memberships
from community.domain.chat.removal.cleanup import is_hidden
from community.models import Chat, ChatMember, ChatMessage, MessageReaction, MessageSettings


async def erase_messages(session: AsyncSession, *, author_ids: Collection[int], limit: int) -> int:
    """Turn up to `limit` messages into stubs without text, and return their number."""
    rows = await session.scalars(
        select(ChatMessage)
        .where(
            col(ChatMessage.author_id).in_(author_ids),
            col(ChatMessage.change) == "",
            or_(col(ChatMessage.deleted_at).is_(None), is_hidden),
        )
        .order_by(col(ChatMessage.id))
        .limit(limit)
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )
    messages = rows.all()
    for message in messages:
        await actions.erase_content(session, message)
    return len(messages)


async def erase_memberships(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Take the users out of up to `limit` chats, and return their number.

    The others keep a direct chat. It is deleted when both accounts are erased.
    """
    rows = await session.execute(
        select(ChatMember.chat_id, ChatMember.user_id)
        .where(col(ChatMember.user_id).in_(user_ids), col(ChatMember.status) != "left")
        .order_by(col(ChatMember.chat_id), col(ChatMember.user_id))
        .limit(limit)
    )
    keys = rows.all()
    for chat_id, user_id in keys:
        chat = await session.get(Chat, chat_id, with_for_update=FOR_NO_KEY_UPDATE)
        if chat is None:
            continue
        members = await memberships.find_members(session, chat)
        if chat.kind == "group":
            await conversations.end_membership(session, chat, members[user_id])
        else:
            await _leave_direct_chat(session, chat, members[user_id])
    return len(keys)


async def erase_reactions(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Delete up to `limit` reactions to messages, and return their number."""
    rows = await session.scalars(
        select(MessageReaction)
        .where(col(MessageReaction.user_id).in_(user_ids))
        .order_by(col(MessageReaction.message_id), col(MessageReaction.user_id))
        .limit(limit)
    )
    found = rows.all()
    messages = await lock_messages(session, {row.message_id for row in found})
    for row in found:
        await session.delete(row)
    await session.flush()
    for message in messages:
        await actions.recount_reactions(session, message)
    return len(found)


async def erase_settings(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    await session.execute(
        delete(MessageSettings)
        .where(col(MessageSettings.user_id).in_(user_ids))
        .execution_options(synchronize_session=False)
    )


async def lock_messages(session: AsyncSession, ids: Collection[int]) -> list[ChatMessage]:
    rows = await session.scalars(
        select(ChatMessage)
        .where(col(ChatMessage.id).in_(ids))
        .order_by(col(ChatMessage.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )
    return list(rows)


async def _leave_direct_chat(session: AsyncSession, chat: Chat, member: ChatMember) -> None:
    conversations.end(member)
    await session.flush()
    remaining = await session.scalar(
        select(ChatMember.user_id)
        .where(and_(col(ChatMember.chat_id) == chat.id, col(ChatMember.status) != "left"))
        .limit(1)
    )
    if remaining is None:
        await session.delete(chat)
        await session.flush()
