"""Queries for the Personal feed: posts of followed authors and in joined communities."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, SelectBase, Subquery, true, tuple_, union
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core.actor import Actor
from community.models import Follow, Membership, Post

# A function that takes `Post` or an alias of it, and returns the SQL conditions for posts in a
# feed.
BuildConditions = Callable[[Any], list[ColumnElement[bool]]]


def select_newest_posts(
    session: AsyncSession,
    actor: Actor,
    build_conditions: BuildConditions,
    *,
    last_position: tuple[datetime, int] | None,
    limit: int,
) -> Subquery:
    """Return a subquery that selects the newest posts in the actor's Personal feed.

    The database reads at most `limit` posts for each followed author and each joined community. The
    query is therefore fast even for an actor who follows many authors.

    Args:
        build_conditions: A function that takes an alias of `Post` and returns SQL conditions that
            the posts must match.
        last_position: Publication time and id of the last post on the previous page, or None for
            the first page.
    """
    post = aliased(Post)
    conditions = build_conditions(post)
    if last_position is not None:
        conditions.append(tuple_(col(post.published_at), col(post.id)) < last_position)
    latest = (
        select(col(post.id), col(post.published_at))
        .where(*conditions)
        .order_by(col(post.published_at).desc(), col(post.id).desc())
        .limit(limit)
    )
    by_followed_author = latest.where(col(post.author_id) == col(Follow.followed_id))
    in_joined_community = latest.where(col(post.community_id) == col(Membership.community_id))
    is_postgresql = session.get_bind().dialect.name == "postgresql"
    select_per_source = (
        _select_newest_with_lateral if is_postgresql else _select_newest_with_subquery
    )
    candidates: CompoundSelect[Any] = union(
        select_per_source(Follow, by_followed_author, col(Follow.follower_id) == actor.id),
        select_per_source(Membership, in_joined_community, col(Membership.user_id) == actor.id),
    )
    columns = candidates.selected_columns
    newest = candidates.order_by(columns.published_at.desc(), columns.id.desc()).limit(limit)
    return newest.subquery()


async def filter_personal_feed_readers(
    session: AsyncSession, post: Post, user_ids: Iterable[int]
) -> set[int]:
    """Return the ids of the given users who follow the post's author or joined its community."""
    ids = set(user_ids)
    follower, member = col(Follow.follower_id), col(Membership.user_id)
    followers = select(follower).where(Follow.followed_id == post.author_id, follower.in_(ids))
    members = select(member).where(Membership.community_id == post.community_id, member.in_(ids))
    return set(await session.scalars(union(followers, members)))


def _select_newest_with_lateral(
    source: Any, latest: Any, is_own: ColumnElement[bool]
) -> SelectBase:
    """Return a query for the newest posts of each followed author or joined community.

    The query uses LATERAL, because for an ordinary join PostgreSQL can read the whole table of
    posts.

    Args:
        source: The model `Follow` or `Membership`.
        latest: The query for the newest posts that belong to one row of `source`.
        is_own: The condition that a row of `source` belongs to the actor.
    """
    posts = latest.correlate(source).lateral()
    query = select(posts.c.id, posts.c.published_at).select_from(source)
    return query.join(posts, true()).where(is_own)


def _select_newest_with_subquery(
    source: Any, latest: Any, is_own: ColumnElement[bool]
) -> SelectBase:
    """Return the same query as `_select_newest_with_lateral`, but for SQLite.

    SQLite does not support LATERAL, but allows LIMIT in a correlated subquery.
    """
    post = aliased(Post)
    ids = select(latest.correlate(source).subquery().c.id).correlate(source)
    return (
        select(col(post.id), col(post.published_at))
        .select_from(source)
        .join(post, col(post.id).in_(ids))
        .where(is_own)
    )
