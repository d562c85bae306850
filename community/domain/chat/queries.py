"""Queries for lists of chats and for the messages of a chat."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, false, func, literal_column, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db import pagination
from community.core.db.pagination import Page
from community.core.text.normalization import clean_search_term
from community.domain import follows
from community.domain.chat import memberships, policies, serializers, visibility
from community.domain.chat.partners import load_partners
from community.domain.chat.schemas import ChatView, Folder, MessagePage, MessageView
from community.models import Chat, ChatMember, ChatMessage, User

_is_present = col(ChatMember.status).in_(("active", "request"))


async def list_chats(
    session: AsyncSession,
    actor: Actor,
    *,
    folder: Folder = Folder.INBOX,
    search: str = "",
    cursor: str | None = None,
    limit: int = policies.CHATS_PER_PAGE,
) -> Page[ChatView]:
    """Return the chats of the actor, the one with the latest message first.

    A direct chat without messages is not listed.

    Args:
        search: Only chats with this text in the name of the group or of a member, or in a message
            that the actor may read.
    """
    is_listed = _build_list_condition(actor, folder, cursor)
    query = _select_chats().where(is_listed)
    term = clean_search_term(search, max_length=visibility.SEARCH_MAX_LENGTH)
    if term:
        has_text = await visibility.has_message_with(
            session, actor.id, visibility.split_words(search), is_listed
        )
        query = query.where(or_(_matches_people(actor, term), has_text))
    rows = await session.execute(query.order_by(col(Chat.last_message_id).desc()).limit(limit + 1))
    page, next_cursor = pagination.split_page(
        rows.all(), limit, lambda row: (row[0].last_message_id,)
    )
    views = await _build_chat_views(session, actor, [(row[0], row[1]) for row in page])
    return Page(items=views, next_cursor=next_cursor)


async def get_chat(session: AsyncSession, actor: Actor, chat_id: int) -> ChatView:
    opened = await memberships.get_readable(session, actor, chat_id)
    rows = [(opened.chat, opened.member)]
    return (await _build_chat_views(session, actor, rows, has_all_members=True))[0]


async def get_message(
    session: AsyncSession, actor: Actor, *, chat_id: int, message_id: int
) -> MessageView:
    opened = await memberships.get_readable(session, actor, chat_id)
    message = await session.scalar(
        select(ChatMessage).where(
            col(ChatMessage.id) == message_id,
            await visibility.is_visible_to(session, actor, opened),
        )
    )
    if message is None:
        raise policies.make_message_not_found_error()
    return await build_message_view(session, actor, message)


async def build_message_view(
    session: AsyncSession, actor: Actor, message: ChatMessage
) -> MessageView:
    return (await serializers.build_message_views(session, actor, [message]))[0]


async def list_messages(
    session: AsyncSession,
    actor: Actor,
    *,
    chat_id: int,
    before: int | None = None,
    after: int | None = None,
    around: int | None = None,
    search: str = "",
    limit: int = policies.MESSAGES_PER_PAGE,
) -> MessagePage:
    """Return messages of a chat, newest first.

    At most one of `before`, `after` and `around` may be given. Without them, the page contains the
    latest messages.

    Args:
        before: Messages that are older than the one with this id.
        after: The oldest messages that are newer than the one with this id.
        around: Messages before and after the one with this id, and this message.
        search: Only messages that contain all these words.
    """
    opened = await memberships.get_readable(session, actor, chat_id)
    sources = await _select_sources(
        session, actor, opened, search, before=before, can_scan=after is None and around is None
    )
    found = await visibility.select_range(
        session, sources, before=before, after=after, around=around, limit=limit
    )
    rows = found.rows
    views = await serializers.build_message_views(session, actor, rows)
    next_cursor = pagination.encode_cursor(rows[-1].id) if rows and found.has_older else None
    return MessagePage(items=views, next_cursor=next_cursor, has_newer=found.has_newer)


async def may_show_typing(session: AsyncSession, actor: Actor, *, chat_id: int) -> bool:
    opened = await memberships.get_readable(session, actor, chat_id)
    if opened.member.status != "active":
        return False
    partner = await memberships.find_partner(session, actor, opened)
    error = policies.find_send_error(actor, opened.chat, opened.member, opened.other, partner)
    return error is None


async def find_first_since(
    session: AsyncSession, actor: Actor, *, chat_id: int, start: datetime
) -> int:
    """Return the id of the first message that was sent at `start` or later, or 0."""
    opened = await memberships.get_readable(session, actor, chat_id)
    first_sent = await session.scalar(
        select(ChatMessage.id)
        .where(
            # As in `ix_messages_sent`.
            col(ChatMessage.chat_id) + literal_column("0") == chat_id,
            col(ChatMessage.created_at) >= start,
        )
        .order_by(col(ChatMessage.created_at), col(ChatMessage.id))
        .limit(1)
    )
    if first_sent is None:
        return 0
    ignored_ids = await visibility.list_ignored_members(session, actor, opened)
    first_id = visibility.build_first_id(
        chat_id,
        lambda author_id: visibility.is_shown_to(opened, ignored_ids, author_id),
        after=max(first_sent - 1, opened.member.sees_from_id),
    )
    return await session.scalar(select(first_id)) or 0


def decode_cursor(cursor: str) -> int:
    """Return the id before which the next page begins. Raise `Invalid` for another text."""
    start = pagination.decode_cursor(cursor, int)
    assert start is not None
    return int(start[0])


async def _select_sources(
    session: AsyncSession,
    actor: Actor,
    opened: memberships.OpenChat,
    search: str,
    *,
    before: int | None,
    can_scan: bool,
) -> Sequence[visibility.MessageSource]:
    """Return queries for the messages that the actor sees, and that contain all words, if any."""
    words = visibility.split_words(search)
    ignored_ids = [] if words else await visibility.list_ignored_members(session, actor, opened)
    if ignored_ids:
        return [visibility.MessagesOfOthers(opened, ignored_ids)]
    is_visible = await visibility.is_visible_to(session, actor, opened)
    return await visibility.select_messages(
        session, opened.chat.id, is_visible, words, before=before, can_scan=can_scan
    )


def _select_chats() -> Any:
    return select(Chat, ChatMember).join(ChatMember, col(ChatMember.chat_id) == col(Chat.id))


def _build_list_condition(actor: Actor, folder: Folder, cursor: str | None) -> ColumnElement[bool]:
    if actor.is_read_only:
        return false()
    conditions = [
        col(ChatMember.user_id) == actor.id,
        _is_in_folder(folder),
        col(Chat.last_message_id) > 0,
    ]
    if folder is Folder.REQUESTS:
        conditions.append(_is_not_from_ignored(actor))
    if (start := pagination.decode_cursor(cursor, int)) is not None:
        conditions.append(col(Chat.last_message_id) < start[0])
    return and_(*conditions)


def _is_in_folder(folder: Folder) -> ColumnElement[bool]:
    if folder is Folder.REQUESTS:
        return col(ChatMember.status) == "request"
    is_archived = col(ChatMember.archived_at).is_not(None)
    return and_(
        col(ChatMember.status) == "active",
        is_archived if folder is Folder.ARCHIVED else ~is_archived,
    )


def _is_not_from_ignored(actor: Actor) -> ColumnElement[bool]:
    return follows.build_ignored_author_filter(actor, col(Chat.created_by_id))


def _matches_people(actor: Actor, term: str) -> ColumnElement[bool]:
    other = aliased(ChatMember)
    is_named = col(Chat.name).icontains(term, autoescape=True)
    has_person = (
        select(other.user_id)
        .join(User, col(User.id) == col(other.user_id))
        .where(
            col(other.chat_id) == col(Chat.id),
            col(other.user_id) != actor.id,
            col(other.left_at).is_(None),
            or_(
                col(User.name).icontains(term, autoescape=True),
                col(User.slug).icontains(term, autoescape=True),
            ),
        )
        .exists()
    )
    return or_(is_named, has_person)


async def _build_chat_views(
    session: AsyncSession,
    actor: Actor,
    rows: Sequence[tuple[Chat, ChatMember]],
    *,
    has_all_members: bool = False,
) -> list[ChatView]:
    """Return the view of each chat. Runs a constant number of queries."""
    if not rows:
        return []
    chat_ids = [chat.id for chat, _member in rows]
    unread, last_messages = await _load_contents(session, actor, chat_ids)
    members = await _list_members(session, chat_ids, has_all=has_all_members)
    counts = await _count_members(session, chat_ids)
    others = {
        chat.id: next(row.user_id for row in members[chat.id] if row.user_id != actor.id)
        for chat, _member in rows
        if chat.kind == "direct"
    }
    partners = await load_partners(session, actor, set(others.values()))
    data = await serializers.MembersData.load(
        session,
        {row.user_id for found in members.values() for row in found},
        viewers=[actor.id],
    )
    return [
        serializers.build_chat_view(
            actor,
            serializers.ChatRow(
                chat=chat,
                member=member,
                members=members[chat.id],
                members_count=counts.get(chat.id, 0),
                unread_count=unread[chat.id],
                last_message=last_messages.get(chat.id),
                partner=partners.get(others.get(chat.id, 0)),
            ),
            data,
        )
        for chat, member in rows
    ]


async def _load_contents(
    session: AsyncSession, actor: Actor, chat_ids: Sequence[int]
) -> tuple[dict[int, int], dict[int, MessageView]]:
    found = await session.execute(
        select(Chat.id, visibility.build_unread_count(), visibility.build_last_message_id())
        .join(ChatMember, col(ChatMember.chat_id) == col(Chat.id))
        .where(col(ChatMember.user_id) == actor.id, col(Chat.id).in_(chat_ids))
    )
    rows = found.all()
    messages = await session.scalars(
        select(ChatMessage).where(
            col(ChatMessage.id).in_([row[2] for row in rows if row[2] is not None])
        )
    )
    views = await serializers.build_message_views(session, actor, messages.all())
    return {row[0]: row[1] for row in rows}, {view.chat_id: view for view in views}


async def _list_members(
    session: AsyncSession, chat_ids: Sequence[int], *, has_all: bool
) -> dict[int, list[ChatMember]]:
    position = (
        func.row_number()
        .over(
            partition_by=col(ChatMember.chat_id),
            order_by=(col(ChatMember.joined_at), col(ChatMember.user_id)),
        )
        .label("position")
    )
    numbered = (
        select(ChatMember.chat_id, ChatMember.user_id, position)
        .join(Chat, col(Chat.id) == col(ChatMember.chat_id))
        .where(col(Chat.id).in_(chat_ids), or_(col(Chat.kind) == "direct", _is_present))
        .subquery()
    )
    query = (
        select(ChatMember)
        .join(
            numbered,
            and_(
                numbered.c.chat_id == col(ChatMember.chat_id),
                numbered.c.user_id == col(ChatMember.user_id),
            ),
        )
        .order_by(col(ChatMember.chat_id), numbered.c.position)
    )
    if not has_all:
        query = query.where(numbered.c.position <= policies.MAX_LISTED_MEMBERS)
    members: defaultdict[int, list[ChatMember]] = defaultdict(list)
    for row in await session.scalars(query):
        members[row.chat_id].append(row)
    return members


async def _count_members(session: AsyncSession, chat_ids: Sequence[int]) -> dict[int, int]:
    rows = await session.execute(
        select(ChatMember.chat_id, func.count())
        .join(Chat, col(Chat.id) == col(ChatMember.chat_id))
        .where(
            col(ChatMember.chat_id).in_(chat_ids),
            or_(col(Chat.kind) == "direct", _is_present),
        )
        .group_by(col(ChatMember.chat_id))
    )
    return {row[0]: row[1] for row in rows}
