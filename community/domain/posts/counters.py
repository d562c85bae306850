"""Functions that update the stored counters of posts, and the tags by which feeds find posts.

Call them in the same transaction that changes the counted rows.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import GUEST
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.domain import communities, people
from community.domain.posts import policies
from community.domain.posts.hotness import compute_hotness
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


async def _update_hotness_of_tags(session: AsyncSession, post_id: int, hotness: float) -> None:
    await session.execute(_HOTNESS_OF_TAGS, {"of_post_id": post_id, "new_hotness": hotness})


async def _lock_and_read_counters(
    session: AsyncSession, post_id: int
) -> tuple[int, int, datetime | None]:
    result = await session.execute(_LOCKED_COUNTERS, {"post_id": post_id})
    comments, reactions, published_at = result.one()
    return comments, reactions, published_at
