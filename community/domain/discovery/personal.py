"""The posts of one's authors and communities, newest first.

Somebody may follow a thousand people who wrote a million posts. Of each of them only as many posts
are looked at as the page has, through the index of that author or community.
"""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, SelectBase, Subquery, true, tuple_, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core.actor import Actor
from community.models import Follow, Membership, Post

# Conditions of a feed on the posts in it, for the table of posts under any name.
Rules = Callable[[Any], list[ColumnElement[bool]]]


def newest(
    session: AsyncSession,
    actor: Actor,
    rules: Rules,
    *,
    before: tuple[datetime, int] | None,
    limit: int,
) -> Subquery:
    """The `id`s of the newest posts by authors whom the actor follows or in their communities.

    Args:
        before: where the last page ended.
    """
    post = aliased(Post)
    eligible = rules(post)
    if before is not None:
        eligible.append(tuple_(col(post.published_at), col(post.id)) < before)
    latest = (
        select(col(post.id), col(post.published_at))
        .where(*eligible)
        .order_by(col(post.published_at).desc(), col(post.id).desc())
        .limit(limit)
    )
    by_followed = latest.where(col(post.author_id) == col(Follow.followed_id))
    in_joined = latest.where(col(post.community_id) == col(Membership.community_id))
    of_each = _of_each_lateral if session.get_bind().dialect.name == "postgresql" else _of_each
    both: CompoundSelect[Any] = union(
        of_each(Follow, by_followed, col(Follow.follower_id) == actor.id),
        of_each(Membership, in_joined, col(Membership.user_id) == actor.id),
    )
    moment, number = both.selected_columns.published_at, both.selected_columns.id
    return both.order_by(moment.desc(), number.desc()).limit(limit).subquery()


async def readers_among(session: AsyncSession, post: Post, ids: Iterable[int]) -> set[int]:
    """Those of these people whose Personal feed has this post: one query, whoever wrote it."""
    wanted = set(ids)
    follower, member = col(Follow.follower_id), col(Membership.user_id)
    follow = select(follower).where(Follow.followed_id == post.author_id, follower.in_(wanted))
    belong = select(member).where(Membership.community_id == post.community_id, member.in_(wanted))
    return set(await session.scalars(union(follow, belong)))


def _of_each_lateral(source: Any, latest: Any, mine: ColumnElement[bool]) -> SelectBase:
    """For each row of `source` that is `mine`, its `latest`.

    An ordinary join would let the planner read the whole table of posts instead.
    """
    each = latest.correlate(source).lateral()
    return select(each.c.id, each.c.published_at).select_from(source).join(each, true()).where(mine)


def _of_each(source: Any, latest: Any, mine: ColumnElement[bool]) -> SelectBase:
    """The same for SQLite, which has no LATERAL but accepts a correlated list with a limit."""
    post = aliased(Post)
    ids = select(latest.correlate(source).subquery().c.id).correlate(source)
    return (
        select(col(post.id), col(post.published_at))
        .select_from(source)
        .join(post, col(post.id).in_(ids))
        .where(mine)
    )
