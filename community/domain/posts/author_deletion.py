"""Functions that hide the posts of a user who deleted their account, and show them again."""

from collections.abc import Collection

from sqlalchemy import ColumnElement, delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.domain.posts import counters, policies
from community.domain.posts.events import PostDeleted, PostRestored
from community.domain.posts.merging import lock_posts
from community.models import Post, PostTag


async def hide_with_author(
    session: AsyncSession, *, author_ids: Collection[int], limit: int
) -> int:
    """Delete up to `limit` posts, so that `show_with_author` can undo it exactly.

    The posts are those that are published or wait for a moderator. Return their number.
    """
    ids = await _list_ids(session, author_ids, policies.has_submitted_status(), limit)
    for post in await lock_posts(session, ids):
        was_published = policies.is_published(post)
        await counters.adjust_published_count(session, post, -1)
        post.status_before_deletion, post.status = post.status, "deleted"
        post.deleted_at, post.removed_by_id = clock.now(), post.author_id
        post.is_hidden_with_author = True
        event = PostDeleted(post.id, post.author_id, post.author_id, was_published)
        events.record(session, event)
    await session.flush()
    await session.execute(delete(PostTag).where(col(PostTag.post_id).in_(ids)))
    return len(ids)


async def show_with_author(session: AsyncSession, *, author_id: int, limit: int) -> int:
    """Restore up to `limit` posts that `hide_with_author` has hidden. Return their number."""
    ids = await _list_ids(session, [author_id], col(Post.is_hidden_with_author).is_(True), limit)
    for post in await lock_posts(session, ids):
        post.status = post.status_before_deletion or "published"
        post.is_hidden_with_author = False
        post.deleted_at = post.removed_by_id = post.status_before_deletion = None
        await session.flush()
        is_published = policies.is_published(post)
        if is_published:
            await counters.replace_tags(session, post)
            await counters.adjust_published_count(session, post, 1)
        events.record(session, PostRestored(post.id, author_id, author_id, is_published))
    return len(ids)


async def _list_ids(
    session: AsyncSession,
    author_ids: Collection[int],
    condition: ColumnElement[bool],
    limit: int,
) -> list[int]:
    query = (
        select(Post.id)
        .where(col(Post.author_id).in_(author_ids), condition)
        .order_by(col(Post.author_id), col(Post.id))
        .limit(limit)
    )
    return list(await session.scalars(query))
