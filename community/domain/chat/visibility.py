"""Which messages of a chat a member sees."""

from typing import Any

from sqlalchemy import ColumnElement, and_, case, false, or_, true, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

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


def is_visible_in_lists(*, is_unread: bool = False) -> ColumnElement[bool]:
    """Return the SQL condition for visible messages, in a query of `Chat` and `ChatMember`.

    Args:
        is_unread: Whether only messages after the last one that the member has read are visible.
    """
    start, last_read = col(ChatMember.sees_from_id), col(ChatMember.last_read_message_id)
    # One limit instead of two, because SQLite begins to read the index at the first one.
    limit = case((start > last_read, start), else_=last_read) if is_unread else start
    return and_(
        col(ChatMessage.chat_id) == col(Chat.id),
        col(ChatMessage.id) > limit,
        _is_shown(),
    )


def select_latest_visible(*columns: Any, limit: int) -> Any:
    """Return a query for the latest visible messages, in a query of `Chat` and `ChatMember`."""
    # Comparing pairs lets PostgreSQL read the index of chats and ids backwards. It would read and
    # sort all messages of a chat otherwise, because it does not know how many there are.
    own = tuple_(col(ChatMessage.chat_id), col(ChatMessage.id))
    return (
        select(*columns)
        .where(
            own > tuple_(col(Chat.id), col(ChatMember.sees_from_id)),
            own <= tuple_(col(Chat.id), col(Chat.last_message_id)),
            _is_shown(),
        )
        .order_by(col(ChatMessage.chat_id).desc(), col(ChatMessage.id).desc())
        .limit(limit)
        .correlate(Chat, ChatMember)
    )


def build_last_message_id() -> ColumnElement[int | None]:
    """Return the id of the latest visible message, for a query of `Chat` and `ChatMember`.

    Messages are only searched for members who ignore the author of the last one.
    """
    found = select_latest_visible(col(ChatMessage.id), limit=1).scalar_subquery()
    is_last_shown = (
        select(ChatMessage.id)
        .where(col(ChatMessage.id) == col(Chat.last_message_id), _is_shown())
        .correlate(Chat, ChatMember)
        .exists()
    )
    return case(
        (col(Chat.last_message_id) <= col(ChatMember.sees_from_id), None),
        (is_last_shown, col(Chat.last_message_id)),
        else_=found,
    )


def _is_shown() -> ColumnElement[bool]:
    is_shown_in_group = and_(
        col(ChatMember.status) == "active",
        follows.build_ignoring_filter(col(ChatMember.user_id), col(ChatMessage.author_id)),
    )
    return or_(col(Chat.kind) == "direct", is_shown_in_group)
