"""Numbers that are kept on rows, against the rows that they count."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.models import (
    Comment,
    Community,
    Follow,
    Membership,
    Notification,
    NotificationActor,
    Post,
    Reaction,
    User,
)


async def faults(session: AsyncSession) -> list[str]:
    """Every number that is not what it should be, in words; none when all are right."""
    return [
        *await _of_posts(session),
        *await _of_comments(session),
        *await _of_people(session),
        *await _of_communities(session),
        *await _of_notifications(session),
    ]


async def _of_posts(session: AsyncSession) -> list[str]:
    published = (Comment.post_id, Comment.moderation_status)
    comments = Counter(
        post for post, status in await session.execute(select(*published)) if status == "published"
    )
    reactions = await _reactions(session, Reaction.post_id)
    rows = list(await session.scalars(select(Post)))
    return [
        *_differ("posts.comments_count", {each.id: each.comments_count for each in rows}, comments),
        *_differ_in_reactions("posts", rows, reactions),
    ]


async def _of_comments(session: AsyncSession) -> list[str]:
    """Replies have a place in the discussion: published, or holding up published ones."""
    rows = {each.id: each for each in await session.scalars(select(Comment))}
    descendants: Counter[int] = Counter()
    for each in rows.values():
        above = each.parent_id if each.moderation_status == "published" else None
        while above is not None:
            descendants[above] += 1
            above = rows[above].parent_id
    replies = Counter(
        each.parent_id
        for each in rows.values()
        if each.moderation_status == "published" or descendants[each.id]
    )
    kept = {name: {each.id: getattr(each, name) for each in rows.values()} for name in _OF_COMMENT}
    return [
        *_differ("comments.replies_count", kept["replies_count"], replies),
        *_differ("comments.descendants_count", kept["descendants_count"], descendants),
        *_differ_in_reactions(
            "comments", rows.values(), await _reactions(session, Reaction.comment_id)
        ),
    ]


_OF_COMMENT = ("replies_count", "descendants_count")


async def _of_people(session: AsyncSession) -> list[str]:
    rows = list(await session.scalars(select(User)))
    counted = {
        "followers_count": await _count(session, Follow.followed_id),
        "following_count": await _count(session, Follow.follower_id),
        "posts_count": await _count(session, Post.author_id, Post.status == "published"),
    }
    return _differ_by_name("users", rows, counted)


async def _of_communities(session: AsyncSession) -> list[str]:
    rows = list(await session.scalars(select(Community)))
    counted = {
        "members_count": await _count(session, Membership.community_id),
        "posts_count": await _count(session, Post.community_id, Post.status == "published"),
    }
    return _differ_by_name("communities", rows, counted)


async def _of_notifications(session: AsyncSession) -> list[str]:
    rows = list(await session.scalars(select(Notification)))
    counted = {"actors_count": await _count(session, NotificationActor.notification_id)}
    return _differ_by_name("notifications", rows, counted)


async def _count(session: AsyncSession, column: Any, *rules: Any) -> Counter[int]:
    return Counter(await session.scalars(select(column).where(*rules)))


async def _reactions(session: AsyncSession, target: Any) -> dict[int, Counter[str]]:
    found: dict[int, Counter[str]] = defaultdict(Counter)
    rows = await session.execute(select(target, Reaction.code).where(col(target).is_not(None)))
    for target_id, code in rows:
        found[target_id][code] += 1
    return found


def _differ_in_reactions(
    table: str, rows: Iterable[Any], counted: Mapping[int, Counter[str]]
) -> list[str]:
    faults = []
    for row in rows:
        wanted = counted.get(row.id, Counter())
        if Counter(row.reactions) != wanted or row.reactions_count != wanted.total():
            faults.append(f"{table}.reactions of {row.id}: {row.reactions}, but rows {wanted}")
    return faults


def _differ_by_name(
    table: str, rows: Iterable[Any], counted: Mapping[str, Counter[int]]
) -> list[str]:
    rows = list(rows)
    return [
        fault
        for name, numbers in counted.items()
        for fault in _differ(
            f"{table}.{name}", {row.id: getattr(row, name) for row in rows}, numbers
        )
    ]


def _differ(name: str, kept: Mapping[int, int], counted: Mapping[Any, int]) -> list[str]:
    return [
        f"{name} of {key}: {number}, but {counted.get(key, 0)} rows"
        for key, number in kept.items()
        if number != counted.get(key, 0)
    ]
