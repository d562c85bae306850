"""Queries for the messages that users have not read."""

from collections import defaultdict
from collections.abc import Collection
from functools import cache
from typing import Any

from sqlalchemy import ColumnElement, and_, case, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.core.db.statements import is_one_of_parameter
from community.domain import follows
from community.domain.chat import memberships, policies, schemas
from community.domain.chat.visibility import visibility
from community.domain.chat.visibility.visible_ids import build_first_id
from community.models import Chat, ChatMember, ChatMessage


async def count_unread(session: AsyncSession, actor: Actor) -> schemas.UnreadCounts:
    """Return the number of accepted chats with unread messages, of these messages, and of requests.

    Muted and archived chats are not counted.
    """
    if actor.is_read_only:
        return schemas.UnreadCounts(chats=0, messages=0)
    return (await count_unread_of(session, [actor.id]))[actor.id]


async def count_unread_of(
    session: AsyncSession, user_ids: Collection[int]
) -> dict[int, schemas.UnreadCounts]:
    """Return the result of `count_unread` for several users. Runs two queries."""
    counts = await _count_by_chat(session, user_ids)
    requests = await _count_requests(session, user_ids)
    return {
        user_id: schemas.UnreadCounts(
            chats=len(counts[user_id]),
            messages=sum(counts[user_id]),
            requests=min(requests.get(user_id, 0), policies.MAX_UNREAD_COUNT),
        )
        for user_id in user_ids
    }


async def find_first_unread(session: AsyncSession, actor: Actor, *, chat_id: int) -> int:
    """Return the id of the first message of others that the actor has not read, or 0."""
    opened = await memberships.get_readable(session, actor, chat_id)
    ignored_ids = await visibility.list_ignored_members(session, actor, opened)
    first_id = build_first_id(
        chat_id,
        lambda author_id: and_(
            author_id != actor.id, visibility.is_shown_to(opened, ignored_ids, author_id)
        ),
        after=max(opened.member.last_read_message_id, opened.member.sees_from_id),
        is_counted=True,
    )
    return await session.scalar(select(first_id)) or 0


def build_unread_count() -> ColumnElement[int]:
    """Return the number of unread messages, for a query of `Chat` and `ChatMember`.

    It is exact below `MAX_UNREAD_COUNT`, which stands for so many messages and more.
    """
    latest = visibility.select_latest_visible(
        col(ChatMessage.change),
        col(ChatMessage.deleted_at),
        limit=visibility.MAX_LATEST,
        is_unread=True,
    ).subquery()
    unread = (
        select(latest.c.id)
        .where(
            latest.c.author_id != col(ChatMember.user_id),
            latest.c.change == "",
            latest.c.deleted_at.is_(None),
        )
        .limit(policies.MAX_UNREAD_COUNT)
        .correlate(Chat, ChatMember)
        .subquery()
    )
    among_latest = select(func.count()).select_from(unread).scalar_subquery()
    return case(
        (~visibility.has_more_unread(visibility.MAX_LATEST), among_latest),
        (among_latest >= policies.MAX_UNREAD_COUNT, policies.MAX_UNREAD_COUNT),
        else_=visibility.build_visible_unread_count(policies.MAX_UNREAD_COUNT),
    )


async def _count_by_chat(
    session: AsyncSession, user_ids: Collection[int]
) -> defaultdict[int, list[int]]:
    """Return the numbers of unread messages in the chats of each user, for the latest chats."""
    counts: defaultdict[int, list[int]] = defaultdict(list)
    for user_id, muted_until, count in await _execute(session, _select_counts(), user_ids):
        if count and (muted_until is None or clock.is_past(muted_until)):
            counts[user_id].append(count)
    return counts


async def _count_requests(session: AsyncSession, user_ids: Collection[int]) -> dict[int, int]:
    return {row[0]: row[1] for row in await _execute(session, _select_requests(), user_ids)}


async def _execute(session: AsyncSession, query: Any, user_ids: Collection[int]) -> Any:
    # The connection skips the ORM, which takes longer than the query.
    return await (await session.connection()).execute(query, {"user_ids": list(user_ids)})


# Built once, because building these statements takes longer than running them.
@cache
def _select_counts() -> Any:
    position = func.row_number().over(
        partition_by=col(ChatMember.user_id), order_by=col(Chat.last_message_id).desc()
    )
    latest = (
        _select_memberships()
        .add_columns(position.label("position"))
        .where(
            col(ChatMember.status) == "active",
            col(ChatMember.archived_at).is_(None),
            col(Chat.last_message_id) > col(ChatMember.last_read_message_id),
        )
        .subquery()
    )
    return (
        select(ChatMember.user_id, ChatMember.muted_until, build_unread_count())
        .join(Chat, col(Chat.id) == col(ChatMember.chat_id))
        .join(
            latest,
            and_(
                latest.c.chat_id == col(ChatMember.chat_id),
                latest.c.user_id == col(ChatMember.user_id),
            ),
        )
        .where(latest.c.position <= policies.MAX_UNREAD_COUNT)
    )


@cache
def _select_requests() -> Any:
    waiting = (
        _select_memberships()
        .where(
            col(ChatMember.status) == "request",
            col(Chat.last_message_id) > 0,
            follows.build_ignoring_filter(col(ChatMember.user_id), col(Chat.created_by_id)),
        )
        .subquery()
    )
    return select(waiting.c.user_id, func.count()).group_by(waiting.c.user_id)


def _select_memberships() -> Any:
    return (
        select(ChatMember.chat_id, ChatMember.user_id)
        .join(Chat, col(Chat.id) == col(ChatMember.chat_id))
        .where(is_one_of_parameter(col(ChatMember.user_id), "user_ids"))
    )
