"""Which messages of a chat a member sees."""

from sqlalchemy import ColumnElement, and_, false, or_, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.domain import follows
from community.domain.chat.memberships import OpenChat
from community.models import Chat, ChatMember, ChatMessage


async def is_visible_to(
    session: AsyncSession, actor: Actor, opened: OpenChat
) -> ColumnElement[bool]:
    """Return the SQL condition for the messages of a chat that the actor sees.

    A member of a group does not see the messages of users whom they ignore. A stranger who is
    invited to a group sees none before they accept. `is_visible_in_lists` is the same for several
    chats.
    """
    chat, member = opened.chat, opened.member
    if chat.kind == "group" and member.status != "active":
        return false()
    ignored_ids = (
        await follows.list_ignored_ids(session, actor) if chat.kind == "group" else frozenset()
    )
    return and_(
        col(ChatMessage.chat_id) == chat.id,
        col(ChatMessage.id) > member.sees_from_id,
        col(ChatMessage.author_id).not_in(ignored_ids) if ignored_ids else true(),
    )


def is_visible_in_lists() -> ColumnElement[bool]:
    """Return the SQL condition for visible messages, in a query of `Chat` and `ChatMember`."""
    is_direct = col(Chat.kind) == "direct"
    is_shown_in_group = and_(
        col(ChatMember.status) == "active",
        follows.build_ignoring_filter(col(ChatMember.user_id), col(ChatMessage.author_id)),
    )
    return and_(
        col(ChatMessage.chat_id) == col(Chat.id),
        col(ChatMessage.id) > col(ChatMember.sees_from_id),
        or_(is_direct, is_shown_in_group),
    )
