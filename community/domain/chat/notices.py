"""Which members to notify of new messages, and what a notification of messages shows.

A job looks at the messages of a chat some seconds after they were sent. Members who have read them
by then are not notified. A chat has one such job at a time, however many messages it gets.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import ColumnElement, Subquery, and_, func, literal, union_all
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db import statements
from community.core.text import markup
from community.domain import people
from community.domain.chat import memberships, policies, visibility
from community.models import Chat, ChatMember, ChatMessage

_is_muted = and_(
    col(ChatMember.muted_until).is_not(None), statements.has_not_ended(col(ChatMember.muted_until))
)
_has_content = and_(col(ChatMessage.change) == "", col(ChatMessage.deleted_at).is_(None))


@dataclass(frozen=True, slots=True)
class NewMessages:
    """Messages of one author, and the members to notify of them."""

    author_id: int
    first_id: int  # the first message that these members have not read, by any author
    last_id: int
    recipient_ids: Sequence[int]


@dataclass(frozen=True, slots=True)
class MessageRangeKey:
    chat_id: int
    first_id: int
    last_id: int


@dataclass(frozen=True, slots=True)
class NoticeChat:
    """A chat as a notification names it."""

    id: int
    title: str  # the name of the group, or of the other user of a direct chat
    is_group: bool
    is_request: bool  # whether the recipient has not accepted the chat yet


@dataclass(frozen=True, slots=True)
class NoticeMessages:
    """The messages that a notification is about."""

    count: int  # the number of messages, at most `policies.MAX_UNREAD_COUNT`
    excerpt: str  # the beginning of the message if there is one


async def find_new_messages(
    session: AsyncSession, *, chat_id: int, from_id: int
) -> list[NewMessages]:
    """Return the messages to notify members of, and enqueue a job for those that are too recent.

    The memberships stay locked until the end of the transaction, so that a member who reads the
    messages meanwhile reads them after the notification exists.
    """
    chat = await session.get(Chat, chat_id, with_for_update=statements.FOR_NO_KEY_UPDATE)
    if chat is None:
        return []
    cutoff = clock.now() - policies.NOTIFY_DELAY
    is_new = and_(
        col(ChatMessage.chat_id) == chat_id,
        col(ChatMessage.id) >= from_id,
        col(ChatMessage.change) == "",
    )
    await _schedule_rest(session, chat, and_(is_new, col(ChatMessage.created_at) > cutoff))
    latest = await session.execute(
        select(ChatMessage.author_id, func.max(col(ChatMessage.id)))
        .where(is_new, _has_content, col(ChatMessage.created_at) <= cutoff)
        .group_by(col(ChatMessage.author_id))
        .order_by(func.max(col(ChatMessage.id)))
    )
    last_ids = {row[0]: row[1] for row in latest}
    members = await _lock_behind(session, chat, max(last_ids.values(), default=0))
    return [
        NewMessages(author_id, first_id, last_id, recipient_ids)
        for author_id, last_id in last_ids.items()
        for first_id, recipient_ids in _group_by_start(members, author_id, from_id, last_id)
    ]


async def find_membership(
    session: AsyncSession, *, chat_id: int, user_id: int
) -> ChatMember | None:
    member = await session.get(ChatMember, (chat_id, user_id))
    return member if policies.may_read(member) else None


async def find_deleted(session: AsyncSession, message_id: int) -> ChatMessage | None:
    message = await session.get(ChatMessage, message_id)
    return None if message is None or message.deleted_at is None else message


async def list_ids_by(
    session: AsyncSession, author_id: int, messages: MessageRangeKey
) -> Sequence[int]:
    """Return the ids of those messages in a range that an author wrote and did not delete."""
    rows = await session.scalars(
        select(ChatMessage.id)
        .where(_is_in_range(messages), _has_content, col(ChatMessage.author_id) == author_id)
        .order_by(col(ChatMessage.id).desc())
        .limit(policies.MAX_UNREAD_COUNT)
    )
    return rows.all()


async def find_notice_chats(
    session: AsyncSession, actor: Actor, chat_ids: Sequence[int]
) -> dict[int, NoticeChat]:
    if not chat_ids:
        return {}
    found = await session.execute(
        select(Chat, ChatMember)
        .join(ChatMember, col(ChatMember.chat_id) == col(Chat.id))
        .where(
            col(Chat.id).in_(chat_ids),
            col(ChatMember.user_id) == actor.id,
            policies.may_read_chat,
        )
    )
    rows = found.all()
    partner_ids = {
        chat.id: next(id_ for id_ in _get_pair(chat) if id_ != actor.id)
        for chat, _member in rows
        if chat.pair_key is not None
    }
    users = await people.find_user_summaries(session, set(partner_ids.values()), with_deleted=True)
    names = {chat_id: users[id_].name for chat_id, id_ in partner_ids.items() if id_ in users}
    return {
        chat.id: NoticeChat(
            id=chat.id,
            title=names.get(chat.id, chat.name),
            is_group=chat.kind == "group",
            is_request=member.status == "request",
        )
        for chat, member in rows
    }


async def find_notice_messages(
    session: AsyncSession, actor: Actor, ranges: Sequence[MessageRangeKey]
) -> dict[MessageRangeKey, NoticeMessages]:
    """Return how many messages by others the actor sees in each range, and the only one.

    Ranges without such messages are missing. Runs two queries.
    """
    if not ranges:
        return {}
    selected = union_all(
        *(
            select(*_select_visible(actor, messages, position).c)
            for position, messages in enumerate(ranges)
        )
    ).subquery()
    found = await session.execute(
        select(selected.c.position, func.count(), func.max(selected.c.id)).group_by(
            selected.c.position
        )
    )
    rows = {ranges[row[0]]: (row[1], row[2]) for row in found}
    single_ids = [last_id for count, last_id in rows.values() if count == 1]
    texts = await session.execute(
        select(ChatMessage.id, ChatMessage.text).where(col(ChatMessage.id).in_(single_ids))
    )
    excerpts = {
        id_: markup.excerpt(text, policies.EXCERPT_LENGTH, kind="message") for id_, text in texts
    }
    return {
        messages: NoticeMessages(count, excerpts.get(last_id, "") if count == 1 else "")
        for messages, (count, last_id) in rows.items()
    }


async def _schedule_rest(session: AsyncSession, chat: Chat, is_rest: ColumnElement[bool]) -> None:
    oldest = (
        await session.execute(
            select(ChatMessage.id, ChatMessage.created_at)
            .where(is_rest)
            .order_by(col(ChatMessage.id))
            .limit(1)
        )
    ).one_or_none()
    chat.notify_at = None if oldest is None else oldest[1] + policies.NOTIFY_DELAY
    if oldest is not None:
        memberships.enqueue_notifications(session, chat, oldest[0])


async def _lock_behind(session: AsyncSession, chat: Chat, message_id: int) -> Sequence[ChatMember]:
    """Return the memberships of users who want notifications and have not read a message."""
    is_in_chat = (
        policies.may_read_chat if chat.kind == "direct" else col(ChatMember.status) == "active"
    )
    rows = await session.scalars(
        select(ChatMember)
        .where(
            col(ChatMember.chat_id) == chat.id,
            is_in_chat,
            col(ChatMember.last_read_message_id) < message_id,
            col(ChatMember.archived_at).is_(None),
            ~_is_muted,
        )
        .order_by(col(ChatMember.user_id))
        .with_for_update(**statements.FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    return rows.all()


def _group_by_start(
    members: Sequence[ChatMember], author_id: int, from_id: int, last_id: int
) -> list[tuple[int, list[int]]]:
    groups: dict[int, list[int]] = defaultdict(list)
    for member in members:
        seen_id = max(member.last_read_message_id, member.sees_from_id)
        if member.user_id != author_id and seen_id < last_id:
            groups[max(from_id, seen_id + 1)].append(member.user_id)
    return sorted(groups.items())


def _select_visible(actor: Actor, messages: MessageRangeKey, position: int) -> Subquery:
    return (
        select(literal(position).label("position"), col(ChatMessage.id).label("id"))
        .join(Chat, col(Chat.id) == col(ChatMessage.chat_id))
        .join(ChatMember, col(ChatMember.chat_id) == col(Chat.id))
        .where(
            _is_in_range(messages),
            visibility.is_visible_in_lists(),
            _has_content,
            col(ChatMember.user_id) == actor.id,
            policies.may_read_chat,
            col(ChatMessage.author_id) != actor.id,
        )
        .limit(policies.MAX_UNREAD_COUNT)
        .subquery()
    )


def _is_in_range(messages: MessageRangeKey) -> ColumnElement[bool]:
    return and_(
        col(ChatMessage.chat_id) == messages.chat_id,
        col(ChatMessage.id).between(messages.first_id, messages.last_id),
    )


def _get_pair(chat: Chat) -> list[int]:
    return [int(part) for part in (chat.pair_key or "").split(":")]
