"""What the archive of a user contains of their private messages: none by others."""

from typing import Any, Final

from sqlalchemy import case, func, null
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.export_parts import ExportPart, ExportRow
from community.domain.chat.files.queries import build_archive_path, exists
from community.domain.chat.removal import is_hidden
from community.i18n import noop
from community.models import (
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


EXPORT_PARTS: Final = (
    ExportPart(
        "messages",
        noop("Your private messages"),
        user=ChatMessage.author_id,
        key=ChatMessage.id,
        fields=(
            *(ChatMessage.chat_id, ChatMessage.change, ChatMessage.subject_id, _text),
            *(ChatMessage.reply_to_id, ChatMessage.reactions, ChatMessage.created_at),
            *(ChatMessage.edited_at, _deleted_at, is_hidden.label("is_hidden")),
        ),
    ),
    ExportPart(
        "message_files",
        noop("The files in your private messages. The files are in the folder “messages”."),
        user=ChatFile.owner_id,
        key=ChatFile.id,
        fields=(
            *(ChatFile.id, ChatFile.chat_id, ChatFile.message_id, ChatFile.name, ChatFile.alt),
            *(ChatFile.content_type, ChatFile.original_size, ChatFile.created_at),
        ),
        conditions=(exists(),),
        complete=_add_paths,
    ),
    ExportPart(
        "chats",
        noop("Your conversations"),
        user=ChatMember.user_id,
        key=ChatMember.chat_id,
        fields=(
            *(ChatMember.chat_id, ChatMember.role, ChatMember.status),
            *(ChatMember.last_read_message_id, ChatMember.muted_until, ChatMember.archived_at),
            *(ChatMember.joined_at, ChatMember.left_at),
        ),
    ),
    ExportPart(
        "message_reactions",
        noop("Your reactions to private messages"),
        user=MessageReaction.user_id,
        key=MessageReaction.message_id,
        fields=(MessageReaction.message_id, MessageReaction.code, MessageReaction.created_at),
    ),
    ExportPart(
        "message_settings",
        noop("Your settings for private messages"),
        user=MessageSettings.user_id,
        key=MessageSettings.user_id,
        fields=(MessageSettings.who, MessageSettings.read_marks),
        is_single=True,
    ),
)
