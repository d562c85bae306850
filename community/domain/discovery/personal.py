"""The posts of one's authors and communities, newest first.

Somebody may follow a thousand people who wrote a million posts. Of each of them only as many posts
are looked at as the page has, through the index of that author or community.
"""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import ColumnElement, CompoundSelect, SelectBase, Subquery, func, tuple_, union
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core.actor import Actor
from community.models import Follow, Membership, Post

# Conditions of a feed on the posts in it, for the table of posts under any name.
Rules = Callable[[Any], list[ColumnElement[bool]]]

_BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


def newest(
    actor: Actor, rules: Rules, *, before: tuple[datetime, int] | None, limit: int
) -> Subquery:
    """The `id`s of the newest posts by authors whom the actor follows or in their communities.

    Args:
        before: where the last page ended.
    """

    def eligible(post: Any) -> list[ColumnElement[bool]]:
        passed = tuple_(col(post.published_at), col(post.id)) < before if before else None
        return rules(post) if passed is None else [*rules(post), passed]

    followed = _of_each(
        Follow.followed_id, Follow.follower_id == actor.id, "author_id", eligible, limit
    )
    joined = _of_each(
        Membership.community_id, Membership.user_id == actor.id, "community_id", eligible, limit
    )
    both: CompoundSelect[Any] = union(followed, joined)
    moment, number = both.selected_columns.published_at, both.selected_columns.id
    return both.order_by(moment.desc(), number.desc()).limit(limit).subquery()


def _of_each(source: Any, mine: Any, reference: str, eligible: Rules, limit: int) -> SelectBase:
    """The newest `limit` posts of each author or community.

    How old they go is asked first, by a scalar subquery for each source: both databases then bound
    the index scan of the join with its answer.

    Args:
        source: whom or what the posts are of; `mine` says which of them concern the actor.
        reference: the column of a post that names its source.
    """
    post, edge = aliased(Post), aliased(Post)
    published_at = col(edge.published_at)
    oldest = (
        select(published_at)
        .where(getattr(edge, reference) == source, *eligible(edge))
        .order_by(published_at.desc(), col(edge.id).desc())
        .offset(limit - 1)
        .limit(1)
        .correlate(source.table)
        .scalar_subquery()
    )
    return (
        select(col(post.id), col(post.published_at))
        .select_from(source.table)
        .join(post, getattr(post, reference) == source)
        .where(mine, *eligible(post), col(post.published_at) >= func.coalesce(oldest, _BEGINNING))
    )
