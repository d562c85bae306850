"""Check that stored counters, such as `posts.comments_count`, equal the number of counted rows."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.models import (
    Chat,
    ChatMessage,
    Comment,
    Community,
    Follow,
    Membership,
    MessageReaction,
    Notification,
    NotificationActor,
    Post,
    Reaction,
    User,
)


async def find_counter_mismatches(session: AsyncSession) -> list[str]:
    """Return a message for each stored counter that differs from the number of counted rows."""
    return [
        *await _find_post_mismatches(session),
        *await _find_comment_mismatches(session),
        *await _find_user_mismatches(session),
        *await _find_community_mismatches(session),
        *await _find_notification_mismatches(session),
        *await _find_chat_mismatches(session),
    ]


async def _find_chat_mismatches(session: AsyncSession) -> list[str]:
    """Return a message for each wrong counter of a message, and for each wrong last message."""
    messages = list(await session.scalars(select(ChatMessage)))
    reactions = await _count_reactions(session, MessageReaction.message_id, MessageReaction.code)
    last_ids: Counter[int] = Counter()
    for message in messages:
        last_ids[message.chat_id] = max(last_ids[message.chat_id], message.id)
    chats = {row.id: row.last_message_id for row in await session.scalars(select(Chat))}
    return [
        *_find_reaction_mismatches("messages", messages, reactions),
        *_find_mismatches("chats.last_message_id", chats, last_ids),
    ]


async def _find_post_mismatches(session: AsyncSession) -> list[str]:
    columns = (Comment.post_id, Comment.moderation_status)
    comments = Counter(
        post_id
        for post_id, status in await session.execute(select(*columns))
        if status == "published"
    )
    reactions = await _count_reactions(session, Reaction.post_id)
    rows = list(await session.scalars(select(Post)))
    return [
        *_find_mismatches(
            "posts.comments_count", {row.id: row.comments_count for row in rows}, comments
        ),
        *_find_reaction_mismatches("posts", rows, reactions),
    ]


async def _find_comment_mismatches(session: AsyncSession) -> list[str]:
    """Return a message for each wrong counter of a comment.

    `replies_count` includes a reply if the reply itself or any of its descendants is published.
    """
    rows = {row.id: row for row in await session.scalars(select(Comment))}
    descendants: Counter[int] = Counter()
    for row in rows.values():
        ancestor_id = row.parent_id if row.moderation_status == "published" else None
        while ancestor_id is not None:
            descendants[ancestor_id] += 1
            ancestor_id = rows[ancestor_id].parent_id
    replies = Counter(
        row.parent_id
        for row in rows.values()
        if row.moderation_status == "published" or descendants[row.id]
    )
    reactions = await _count_reactions(session, Reaction.comment_id)
    return [
        *_find_mismatches(
            "comments.replies_count", {row.id: row.replies_count for row in rows.values()}, replies
        ),
        *_find_mismatches(
            "comments.descendants_count",
            {row.id: row.descendants_count for row in rows.values()},
            descendants,
        ),
        *_find_reaction_mismatches("comments", rows.values(), reactions),
    ]


async def _find_user_mismatches(session: AsyncSession) -> list[str]:
    rows = list(await session.scalars(select(User)))
    counted = {
        "followers_count": await _count_rows_by_value(session, Follow.followed_id),
        "following_count": await _count_rows_by_value(session, Follow.follower_id),
        "posts_count": await _count_rows_by_value(
            session, Post.author_id, Post.status == "published"
        ),
    }
    return _find_column_mismatches("users", rows, counted)


async def _find_community_mismatches(session: AsyncSession) -> list[str]:
    rows = list(await session.scalars(select(Community)))
    counted = {
        "members_count": await _count_rows_by_value(session, Membership.community_id),
        "posts_count": await _count_rows_by_value(
            session, Post.community_id, Post.status == "published"
        ),
    }
    return _find_column_mismatches("communities", rows, counted)


async def _find_notification_mismatches(session: AsyncSession) -> list[str]:
    rows = list(await session.scalars(select(Notification)))
    counted = {
        "actors_count": await _count_rows_by_value(session, NotificationActor.notification_id)
    }
    return _find_column_mismatches("notifications", rows, counted)


async def _count_rows_by_value(
    session: AsyncSession, column: Any, *conditions: Any
) -> Counter[int]:
    return Counter(await session.scalars(select(column).where(*conditions)))


async def _count_reactions(
    session: AsyncSession, target: Any, code: Any = Reaction.code
) -> dict[int, Counter[str]]:
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    rows = await session.execute(select(target, code).where(col(target).is_not(None)))
    for target_id, reaction in rows:
        counts[target_id][reaction] += 1
    return counts


def _find_reaction_mismatches(
    table: str, rows: Iterable[Any], counted: Mapping[int, Counter[str]]
) -> list[str]:
    mismatches = []
    for row in rows:
        expected = counted.get(row.id, Counter())
        if Counter(row.reactions) != expected or row.reactions_count != expected.total():
            mismatches.append(f"{table}.reactions of {row.id}: {row.reactions}, rows: {expected}")
    return mismatches


def _find_column_mismatches(
    table: str, rows: Iterable[Any], counted: Mapping[str, Counter[int]]
) -> list[str]:
    rows = list(rows)
    return [
        mismatch
        for name, counts in counted.items()
        for mismatch in _find_mismatches(
            f"{table}.{name}", {row.id: getattr(row, name) for row in rows}, counts
        )
    ]


def _find_mismatches(name: str, stored: Mapping[int, int], counted: Mapping[Any, int]) -> list[str]:
    return [
        f"{name} of {row_id}: {value}, rows: {counted.get(row_id, 0)}"
        for row_id, value in stored.items()
        if value != counted.get(row_id, 0)
    ]
