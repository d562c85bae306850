"""Which messages of a chat a member sees."""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, SQLColumnExpression, and_, case, false, or_, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.domain import follows
from community.domain.chat.memberships import OpenChat
from community.domain.chat.visibility import visible_ids
from community.models import Chat, ChatMember, ChatMessage

# Unread messages are first counted among so many of the latest ones of a chat. A member may ignore
# the author of all of them.
MAX_LATEST: Final = 300


async def is_visible_to(
    session: AsyncSession, actor: Actor, opened: OpenChat
) -> ColumnElement[bool]:
    """Return the SQL condition for the messages of a chat that the actor sees.

    A member of a group does not see the messages of users whom they ignore. A stranger who is
    invited to a group sees none before they accept. `is_visible_in_lists` is the same for several
    chats.
    """
    ignored_ids = await list_ignored_members(session, actor, opened)
    return and_(
        col(ChatMessage.chat_id) == opened.chat.id,
        col(ChatMessage.id) > opened.member.sees_from_id,
        is_shown_to(opened, ignored_ids, col(ChatMessage.author_id)),
    )


async def list_ignored_members(
    session: AsyncSession, actor: Actor, opened: OpenChat
) -> Sequence[int]:
    """Return the ids of members, also former ones, whose messages the actor does not see."""
    if opened.chat.kind == "direct":
        return ()
    user_id = col(ChatMember.user_id)
    rows = await session.scalars(
        select(ChatMember.user_id)
        .where(
            ChatMember.chat_id == opened.chat.id,
            ~follows.build_ignored_author_filter(actor, user_id),
        )
        .order_by(user_id)
    )
    return rows.all()


def is_shown_to(
    opened: OpenChat, ignored_ids: Sequence[int], author_id: SQLColumnExpression[int]
) -> ColumnElement[bool]:
    """Return the SQL condition for the authors whose messages a member sees."""
    if opened.chat.kind == "group" and opened.member.status != "active":
        return false()
    return author_id.not_in(ignored_ids) if ignored_ids else true()


def is_visible_in_lists() -> ColumnElement[bool]:
    """Return the SQL condition for visible messages, in a query of `Chat` and `ChatMember`."""
    return and_(
        col(ChatMessage.chat_id) == col(Chat.id),
        col(ChatMessage.id) > col(ChatMember.sees_from_id),
        _is_shown(col(ChatMessage.author_id)),
    )


def select_latest_visible(*columns: Any, limit: int, is_unread: bool = False) -> Any:
    """Return a query for the latest visible messages, in a query of `Chat` and `ChatMember`.

    The query also returns their ids and authors. They have no order, because sorting them would
    read all of them even if the caller needs only some.

    Args:
        limit: The messages are among so many of the latest ones of the chat.
        is_unread: Whether to return only messages after the last one that the member has read.
    """
    selected = (ChatMessage.id, ChatMessage.author_id, *columns)
    latest = _select_latest(*selected, is_unread=is_unread).limit(limit).subquery()
    return select(latest).where(_is_shown(latest.c.author_id)).correlate(Chat, ChatMember)


def has_more_unread(limit: int) -> ColumnElement[bool]:
    """Return whether more messages than `limit` follow the last one that the member has read.

    Messages that the member does not see count too.
    """
    others: Select[Any] = _select_latest(ChatMessage.id, is_unread=True).offset(limit).limit(1)
    return others.exists()


def build_visible_unread_count(limit: int) -> ColumnElement[int]:
    """Return the number of unread messages of others, up to `limit`.

    It reads up to `limit` messages of each author, and therefore takes longer for large groups.
    """
    return visible_ids.build_visible_count(
        col(Chat.id),
        lambda author_id: and_(author_id != col(ChatMember.user_id), _is_shown(author_id)),
        after=_build_start(is_unread=True),
        until=col(Chat.last_message_id),
        limit=limit,
    )


def build_last_message_id() -> ColumnElement[int | None]:
    """Return the id of the latest visible message, for a query of `Chat` and `ChatMember`.

    Messages are only searched for members who ignore the author of the last one.
    """
    found = visible_ids.build_latest_id(
        col(Chat.id),
        _is_shown,
        after=col(ChatMember.sees_from_id),
        until=col(Chat.last_message_id),
    )
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


def _select_latest(*columns: Any, is_unread: bool) -> Any:
    own = (col(ChatMessage.chat_id), col(ChatMessage.id))
    limits = (_build_start(is_unread=is_unread), col(Chat.last_message_id))
    return (
        select(*columns)
        .where(visible_ids.IsBetween(*own, col(Chat.id), *limits))
        .order_by(*[column.desc() for column in own])
        .correlate(Chat, ChatMember)
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
