"""What becomes of the private messages of a user. The archive contains none by others."""

from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import and_, case, func, null, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.db.export_parts import ExportPart, ExportRow
from community.core.db.personal_data import Delete, Move, PersonalData
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.chat import conversations, memberships
from community.domain.chat.files.queries import build_archive_path, exists, is_group_picture
from community.domain.chat.messages import erase_content, recount_reactions
from community.domain.chat.removal import is_hidden, move_chats
from community.i18n import noop
from community.models import (
    Chat,
    ChatFile,
    ChatMember,
    ChatMessage,
    HiddenMessage,
    MessageReaction,
    MessageSettings,
)

# The archive contains a message that a clean-up hid as it was before, and tells that it is hidden.
_hidden_text = (
    select(HiddenMessage.text)
    .where(col(HiddenMessage.message_id) == col(ChatMessage.id))
    .correlate(ChatMessage)
    .scalar_subquery()
)
_text: Final[Any] = func.coalesce(_hidden_text, col(ChatMessage.text)).label("text")
_deleted_at: Final[Any] = case((is_hidden, null()), else_=col(ChatMessage.deleted_at)).label(
    "deleted_at"
)


async def _add_paths(_: AsyncSession, rows: list[ExportRow]) -> None:
    for row in rows:
        row["file"] = build_archive_path(row["id"], row["name"], row["content_type"])


async def move_messages(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` messages by the source and about the source, and return their number."""
    rows = await session.scalars(
        select(ChatMessage)
        .where(
            or_(col(ChatMessage.author_id) == source_id, col(ChatMessage.subject_id) == source_id)
        )
        .order_by(col(ChatMessage.id))
        .limit(limit)
    )
    messages = rows.all()
    for message in messages:
        if message.author_id == source_id:
            message.author_id = target_id
        if message.subject_id == source_id:
            message.subject_id = target_id
    await session.flush()
    return len(messages)


async def move_reactions(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` reactions. Where both users reacted, that of the target stays."""
    rows = await session.scalars(
        select(MessageReaction)
        .where(col(MessageReaction.user_id) == source_id)
        .order_by(col(MessageReaction.message_id))
        .limit(limit)
    )
    found = rows.all()
    messages = await _lock_messages(session, {row.message_id for row in found})
    for row in found:
        key = (row.message_id, target_id)
        if await session.get(MessageReaction, key) is None:
            session.add(MessageReaction(message_id=key[0], user_id=target_id, code=row.code))
        await session.delete(row)
    await session.flush()
    for message in messages:
        await recount_reactions(session, message)
    return len(found)


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
        await erase_content(session, message)
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
    messages = await _lock_messages(session, {row.message_id for row in found})
    for row in found:
        await session.delete(row)
    await session.flush()
    for message in messages:
        await recount_reactions(session, message)
    return len(found)


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


async def _lock_messages(session: AsyncSession, ids: Collection[int]) -> list[ChatMessage]:
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


PERSONAL_DATA: Final = (
    PersonalData(
        ChatMember.user_id,
        export=ExportPart(
            "chats",
            noop("Your conversations"),
            key=ChatMember.chat_id,
            fields=(
                *(ChatMember.chat_id, ChatMember.role, ChatMember.status),
                *(ChatMember.last_read_message_id, ChatMember.muted_until, ChatMember.archived_at),
                *(ChatMember.joined_at, ChatMember.left_at),
            ),
        ),
        merge=move_chats,
        erase=(erase_memberships, "Direct conversations, which the other user still reads."),
    ),
    PersonalData(
        Chat.created_by_id,
        export="The messages of the user tell it.",
        merge=Move(),
        erase="Conversations of others.",
    ),
    PersonalData(
        ChatMessage.author_id,
        export=ExportPart(
            "messages",
            noop("Your private messages"),
            key=ChatMessage.id,
            fields=(
                *(ChatMessage.chat_id, ChatMessage.change, ChatMessage.subject_id, _text),
                *(ChatMessage.reply_to_id, ChatMessage.reactions, ChatMessage.created_at),
                *(ChatMessage.edited_at, _deleted_at, is_hidden.label("is_hidden")),
            ),
        ),
        merge=move_messages,
        erase="The user has chosen whether the messages stay. Stubs stay in any case.",
    ),
    PersonalData(
        ChatMessage.subject_id,
        export="What others changed in a group.",
        merge=move_messages,
        erase="The places of the user in conversations of others.",
    ),
    PersonalData(
        ChatFile.owner_id,
        export=ExportPart(
            "message_files",
            noop("The files in your private messages. The files are in the folder “messages”."),
            key=ChatFile.id,
            fields=(
                *(ChatFile.id, ChatFile.chat_id, ChatFile.message_id, ChatFile.name),
                *(ChatFile.alt, ChatFile.content_type, ChatFile.original_size),
                ChatFile.created_at,
            ),
            conditions=(exists(),),
            complete=_add_paths,
        ),
        merge=Move(),
        erase=(
            erase_unsent_files,
            "Files of messages that stay, and those whose content a job deletes.",
        ),
    ),
    PersonalData(
        MessageReaction.user_id,
        export=ExportPart(
            "message_reactions",
            noop("Your reactions to private messages"),
            key=MessageReaction.message_id,
            fields=(MessageReaction.message_id, MessageReaction.code, MessageReaction.created_at),
        ),
        merge=move_reactions,
        erase=erase_reactions,
    ),
    PersonalData(
        MessageSettings.user_id,
        export=ExportPart(
            "message_settings",
            noop("Your settings for private messages"),
            key=MessageSettings.user_id,
            fields=(MessageSettings.who, MessageSettings.read_marks),
            is_single=True,
        ),
        merge=Delete(),
        erase=Delete(),
    ),
)
