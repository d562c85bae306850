"""The formula of the rating."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from sqlalchemy import Float, Select, cast, func, literal, select, union_all
from sqlmodel import col

from community.core.actor import GUEST
from community.domain import comments, posts
from community.domain.people.policies import select_unlisted_ids
from community.models import Comment, Follow, Post, Reaction

HALF_LIFE_DAYS: Final = 30.0
# A response that is a year old has 0.02 % of its weight left, so older ones are not read.
LONGEST_AGE: Final = timedelta(days=365)

POST_REACTION_WEIGHT: Final = 1.0
COMMENT_REACTION_WEIGHT: Final = 0.5
COMMENT_WEIGHT: Final = 2.0
FOLLOW_WEIGHT: Final = 3.0
SCALE: Final = 10.0


def select_ratings(*, is_sqlite: bool, now: datetime) -> Select[Any]:
    """Return a query of the ids and ratings of all users with responses.

    The rating of a user is

        10 × Σ ln(1 + Σ weight × 2^(−age / 30 days))

    The outer sum covers the people who responded to the user, the inner sum the responses of one
    of these people: reactions to posts (weight 1) and to comments (0.5), comments on posts (2), and
    following (3). The rating is rounded to one decimal.

    The inner sum is exponential decay with a half-life: for an event rate that does not change, it
    is proportional to that rate (an exponentially weighted moving average, as in J. S. Hunter, "The
    Exponentially Weighted Moving Average", Journal of Quality Technology 18, 1986). The logarithm
    damps the responses of one person, as Reddit's formula damps votes: 1,000 reactions of one
    person count as much as one reaction each of 10 people.

    Some responses do not count: those of users to their own content, those of or to banned and
    deleted accounts, and those to posts or comments that guests cannot read.

    Args:
        is_sqlite: Whether the query is for SQLite. Only the function for differences of times
            differs.
        now: The time at which ages are measured. Later responses do not count.
    """
    responses = _select_responses(now - LONGEST_AGE, now).subquery("responses")
    age = _days_between(responses.c.created_at, now, is_sqlite)
    decay = func.power(_float(0.5), age / HALF_LIFE_DAYS)
    return _select_sums(responses, {"rating": func.sum(responses.c.weight * decay)})


def select_period_ratings(starts: Mapping[Any, datetime | None], now: datetime) -> Select[Any]:
    """Return a query of the ids of all users with responses, and of their ratings of periods.

    The rating of a period is that of `select_ratings` with the period instead of the half-life: all
    its responses have their full weight.

    Args:
        starts: The start of each period by the name of its column. None for a period without one.
        now: The end of all periods.
    """
    given = [start for start in starts.values() if start is not None]
    earliest = min(given) if len(given) == len(starts) else None
    responses = _select_responses(earliest, now).subquery("responses")
    weights = func.sum(responses.c.weight)
    sums = {
        name: weights
        if start is None
        else func.coalesce(weights.filter(responses.c.created_at >= start), _float(0))
        for name, start in starts.items()
    }
    return _select_sums(responses, sums)


def _select_sums(responses: Any, sums: Mapping[str, Any]) -> Select[Any]:
    giver_id, receiver_id = responses.c.giver_id, responses.c.receiver_id
    # These users are few, so the database keeps them in memory instead of joining all users twice.
    unlisted = select_unlisted_ids()
    by_giver = (
        select(receiver_id, *(cast(total, Float).label(name) for name, total in sums.items()))
        .where(giver_id != receiver_id, giver_id.not_in(unlisted), receiver_id.not_in(unlisted))
        .group_by(receiver_id, giver_id)
        .subquery("by_giver")
    )
    return select(
        by_giver.c.receiver_id.label("user_id"),
        *(_sum_logarithms(by_giver.c[name]).label(name) for name in sums),
    ).group_by(by_giver.c.receiver_id)


def _sum_logarithms(total: Any) -> Any:
    rating = func.sum(func.ln(1 + total)) * SCALE
    return cast(func.floor(rating * 10 + 0.5) / 10, Float)


def _select_responses(start: datetime | None, end: datetime) -> Any:
    post_author, comment_author = col(Post.author_id), col(Comment.author_id)
    reacted_at, reactor = col(Reaction.created_at), col(Reaction.user_id)
    post_reactions = (
        _select_weighted(reactor, post_author, POST_REACTION_WEIGHT, reacted_at)
        .join(Post, col(Post.id) == col(Reaction.post_id))
        .where(posts.listed_for(GUEST))
    )
    comment_reactions = (
        _select_weighted(reactor, comment_author, COMMENT_REACTION_WEIGHT, reacted_at)
        .join(Comment, col(Comment.id) == col(Reaction.comment_id))
        .join(Post, col(Post.id) == col(Comment.post_id))
        .where(comments.has_published_status(), posts.listed_for(GUEST))
    )
    comments_on_posts = (
        _select_weighted(comment_author, post_author, COMMENT_WEIGHT, col(Comment.created_at))
        .join(Post, col(Post.id) == col(Comment.post_id))
        .where(comments.has_published_status(), posts.listed_for(GUEST))
    )
    follows = _select_weighted(
        col(Follow.follower_id), col(Follow.followed_id), FOLLOW_WEIGHT, col(Follow.created_at)
    )
    parts = (
        (post_reactions, reacted_at),
        (comment_reactions, reacted_at),
        (comments_on_posts, col(Comment.created_at)),
        (follows, col(Follow.created_at)),
    )
    return union_all(
        *(
            query.where(time < end) if start is None else query.where(time >= start, time < end)
            for query, time in parts
        )
    )


def _select_weighted(
    giver_id: Any, receiver_id: Any, weight: float, created_at: Any
) -> Select[Any]:
    return select(
        giver_id.label("giver_id"),
        receiver_id.label("receiver_id"),
        _float(weight).label("weight"),
        created_at.label("created_at"),
    )


def _float(value: float) -> Any:
    return cast(literal(value), Float)


def _days_between(time: Any, now: datetime, is_sqlite: bool) -> Any:  # noqa: FBT001
    if is_sqlite:
        return func.julianday(now.astimezone(UTC).replace(tzinfo=None).isoformat(" ")) - (
            func.julianday(time)
        )
    # `extract` returns a number of arbitrary precision, which is several times slower.
    return func.date_part("epoch", literal(now) - time, type_=Float) / 86_400.0
