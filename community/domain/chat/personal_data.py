"""What the archive with the data of a user contains of their private messages.

It contains no messages by others.
"""

from typing import Final

from community.core.db.export_parts import ExportPart
from community.i18n import noop
from community.models import ChatMember, ChatMessage, MessageReaction, MessageSettings

EXPORT_PARTS: Final = (
    ExportPart(
        "messages",
        noop("Your private messages"),
        user=ChatMessage.author_id,
        key=ChatMessage.id,
        fields=(
            *(ChatMessage.chat_id, ChatMessage.change, ChatMessage.subject_id, ChatMessage.text),
            *(ChatMessage.reply_to_id, ChatMessage.reactions, ChatMessage.created_at),
            *(ChatMessage.edited_at, ChatMessage.deleted_at),
        ),
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
