"""Functions that update the stored counters of posts: comments, reactions, views and scores.

Call them in the same transaction that changes the counted rows. Only views are counted in memory
first, and each process writes them every half minute. A process that crashes loses the views that
it has not written. This is acceptable, because the number of views need not be exact.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from math import log10
from typing import Any

from sqlalchemy import bindparam, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import GUEST, Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import communities, people
from community.domain.posts import policies
from community.models import Post, PostTag

# Built once, because building them takes as long as running them.
_LOCKED_COUNTERS = (
    select(Post.comments_count, Post.reactions_count, Post.published_at)
    .where(col(Post.id) == bindparam("post_id"))
    .with_for_update(**FOR_NO_KEY_UPDATE)
)
_HOTNESS_OF_TAGS = (
    update(PostTag)
    .where(col(PostTag.post_id) == bindparam("of_post_id"))
    .values(hotness=bindparam("new_hotness"))
    .execution_options(synchronize_session=False)
)

# Weight of a comment relative to a reaction. It is below 1 because arguments attract many comments,
# although writing a comment takes more effort than reacting.
COMMENT_WEIGHT = 0.5
# A post needs ten times the interest to rank as high as a post that is this many seconds newer
# (12.5 hours).
SECONDS_PER_MAGNITUDE = 45_000

# Limits the memory that requests from many IP addresses can use between two calls of `flush_views`.
MAX_PENDING_VIEWS = 100_000

_pending_views: set[tuple[int, int | str]] = set()


async def adjust_comments_count(session: AsyncSession, post_id: int, delta: int) -> None:
    """Add `delta` to the post's number of published comments, and update its hotness score."""
    comments, reactions, published_at = await _lock_and_read_counters(session, post_id)
    values: dict[str, Any] = {"comments_count": comments + delta}
    if published_at is not None:
        values["hotness"] = compute_hotness(
            published_at, reactions=reactions, comments=comments + delta
        )
        await _update_hotness_of_tags(session, post_id, values["hotness"])
    # This statement also updates the `Post` object if this session has already loaded it.
    await session.execute(update(Post).where(col(Post.id) == post_id).values(**values))


async def set_reaction_counts(session: AsyncSession, post: Post, counts: dict[str, int]) -> None:
    """Store the number of users for each reaction code, and update the post's hotness score."""
    comments, _, published_at = await _lock_and_read_counters(session, post.id)
    post.reactions = dict(counts)
    post.reactions_count = sum(counts.values())
    if published_at is not None:
        post.hotness = compute_hotness(
            published_at, reactions=post.reactions_count, comments=comments
        )
        await _update_hotness_of_tags(session, post.id, post.hotness)
    await session.flush()


async def set_reaction_counts_of_posts(
    session: AsyncSession, counts: Sequence[tuple[Post, dict[str, int]]]
) -> None:
    """Do the same as `set_reaction_counts` for posts that `lock_posts` has locked, all at once."""
    for post, post_counts in counts:
        post.reactions = dict(post_counts)
        post.reactions_count = sum(post_counts.values())
        update_hotness(post)
    await session.flush()
    hotness = select(Post.hotness).where(col(Post.id) == col(PostTag.post_id)).scalar_subquery()
    await session.execute(
        update(PostTag)
        .where(col(PostTag.post_id).in_([post.id for post, _ in counts]))
        .values(hotness=hotness)
        .execution_options(synchronize_session=False)
    )


async def adjust_published_count(session: AsyncSession, post: Post, delta: int) -> None:
    """Add `delta` to the stored numbers of posts of the post's author and community.

    They count the posts that guests may read. For other posts, the function does nothing.
    """
    if not policies.may_read(GUEST, post):
        return
    await people.adjust_posts_count(session, post.author_id, delta)
    if post.community_id is not None:
        await communities.adjust_posts_count(session, post.community_id, delta)


def update_hotness(post: Post) -> None:
    if post.published_at is not None:
        post.hotness = compute_hotness(
            post.published_at, reactions=post.reactions_count, comments=post.comments_count
        )


async def replace_tags(session: AsyncSession, post: Post) -> None:
    """Store the tags of a published post with copies of its sort keys (see `PostTag`)."""
    assert post.published_at is not None
    await session.execute(delete(PostTag).where(col(PostTag.post_id) == post.id))
    session.add_all(
        PostTag(tag=tag, post_id=post.id, hotness=post.hotness, published_at=post.published_at)
        for tag in post.tags
    )


def compute_hotness(published_at: datetime, *, reactions: int, comments: int) -> float:
    """Return the hotness score of a post.

    The score is the sum of two terms: log10(1 + interest), and the Unix time of publication divided
    by `SECONDS_PER_MAGNITUDE`. The interest is the weighted sum of reactions and comments.

    The score does not change as time passes, so the database can store and index it. The formula is
    based on `hot` in `_sorts.pyx` of reddit-archive/reddit.
    """
    interest = reactions + COMMENT_WEIGHT * comments
    return log10(1 + interest) + published_at.timestamp() / SECONDS_PER_MAGNITUDE


def record_view(actor: Actor, post_id: int) -> None:
    """Count a view of the post.

    Repeated views by the same user, or by guests with the same IP address, count as one view until
    the next call of `flush_views`.
    """
    if len(_pending_views) < MAX_PENDING_VIEWS:
        _pending_views.add((post_id, actor.user_id or actor.ip_address))


async def flush_views(session: AsyncSession) -> int:
    counts = Counter(post_id for post_id, _ in _pending_views)
    _pending_views.clear()
    if not counts:
        return 0
    table = Post.__table__  # type: ignore[attr-defined]
    connection = await session.connection()
    await connection.execute(
        update(table)
        .where(table.c.id == bindparam("post"))
        .values(views_count=table.c.views_count + bindparam("views")),
        # Sorted by id, so that two processes that write at the same time cannot deadlock.
        [{"post": post_id, "views": views} for post_id, views in sorted(counts.items())],
    )
    return counts.total()


async def _update_hotness_of_tags(session: AsyncSession, post_id: int, hotness: float) -> None:
    await session.execute(_HOTNESS_OF_TAGS, {"of_post_id": post_id, "new_hotness": hotness})


async def _lock_and_read_counters(
    session: AsyncSession, post_id: int
) -> tuple[int, int, datetime | None]:
    result = await session.execute(_LOCKED_COUNTERS, {"post_id": post_id})
    comments, reactions, published_at = result.one()
    return comments, reactions, published_at


async def lock_posts(
    session: AsyncSession, post_ids: Collection[int], lock: Mapping[str, Any] = FOR_NO_KEY_UPDATE
) -> Sequence[Post]:
    """Lock the posts until the end of the transaction, the lowest id first, and return them."""
    rows = await session.scalars(
        select(Post)
        .where(col(Post.id).in_(post_ids))
        .order_by(col(Post.id))
        .with_for_update(**lock)
        .execution_options(populate_existing=True)
    )
    return rows.all()
