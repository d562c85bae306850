"""Which messages of a chat a member sees."""

from typing import Any, Final

from sqlalchemy import ColumnElement, SQLColumnExpression, and_, case, false, or_, true, tuple_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.domain import follows
from community.domain.chat.memberships import OpenChat
from community.models import Chat, ChatMember, ChatMessage

# Lists of chats look for visible messages among so many of the latest ones of a chat. A member may
# ignore the author of all of them.
MAX_LATEST: Final = 300


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
    return and_(
        col(ChatMessage.chat_id) == col(Chat.id),
        col(ChatMessage.id) > col(ChatMember.sees_from_id),
        _is_shown(col(ChatMessage.author_id)),
    )


def select_latest_visible(*columns: Any, limit: int, is_unread: bool = False) -> Any:
    """Return a query for the latest visible messages, in a query of `Chat` and `ChatMember`.

    The messages are among the latest `MAX_LATEST` ones of the chat. The query also returns their
    ids and authors.

    Args:
        is_unread: Whether to return only messages after the last one that the member has read.
    """
    # Comparing pairs lets PostgreSQL read the index of chats and ids backwards. It would read and
    # sort all messages of a chat otherwise, because it does not know how many there are.
    own = tuple_(col(ChatMessage.chat_id), col(ChatMessage.id))
    selected: tuple[Any, ...] = (ChatMessage.id, ChatMessage.author_id, *columns)
    latest = (
        select(*selected)
        .where(
            own > tuple_(col(Chat.id), _build_start(is_unread=is_unread)),
            own <= tuple_(col(Chat.id), col(Chat.last_message_id)),
        )
        .order_by(col(ChatMessage.chat_id).desc(), col(ChatMessage.id).desc())
        .limit(MAX_LATEST)
        .correlate(Chat, ChatMember)
        .subquery()
    )
    return (
        select(latest)
        .where(_is_shown(latest.c.author_id))
        .order_by(latest.c.id.desc())
        .limit(limit)
        .correlate(Chat, ChatMember)
    )


def build_last_message_id() -> ColumnElement[int | None]:
    """Return the id of the latest visible message, for a query of `Chat` and `ChatMember`.

    Messages are only searched for members who ignore the author of the last one.
    """
    latest = select_latest_visible(limit=1)
    found = latest.with_only_columns(latest.selected_columns.id).scalar_subquery()
    is_last_shown = (
        select(ChatMessage.id)
        .where(
            col(ChatMessage.id) == col(Chat.last_message_id), _is_shown(col(ChatMessage.author_id))
        )
        .correlate(Chat, ChatMember)
        .exists()
    )
    return case(
        (col(Chat.last_message_id) <= col(ChatMember.sees_from_id), None),
        (is_last_shown, col(Chat.last_message_id)),
        else_=found,
    )


def _build_start(*, is_unread: bool) -> Any:
    """Return the id of the message after which those of the member begin."""
    start, last_read = col(ChatMember.sees_from_id), col(ChatMember.last_read_message_id)
    # One limit instead of two, because SQLite begins to read the index at the first one.
    return case((start > last_read, start), else_=last_read) if is_unread else start


def _is_shown(author_id: SQLColumnExpression[int]) -> ColumnElement[bool]:
    is_shown_in_group = and_(
        col(ChatMember.status) == "active",
        follows.build_ignoring_filter(col(ChatMember.user_id), author_id),
    )
    return or_(col(Chat.kind) == "direct", is_shown_in_group)
