"""Functions that hide the posts of a user, and show them again.

They are for clean-ups and for accounts that their users delete. A post that a clean-up hid has the
id of the clean-up until its status changes again.
"""

from collections.abc import Collection

from sqlalchemy import ColumnElement, delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.core import clock, events
from community.domain.posts import counters, policies
from community.domain.posts.events import PostDeleted, PostRestored, PostUnpublished
from community.models import Cleanup, Post, PostTag


async def count_for_cleanup(session: AsyncSession, author_id: int, *, is_deletion: bool) -> int:
    """Return how many posts of a user a clean-up would hide or delete."""
    query = select(func.count()).select_from(Post)
    return await session.scalar(query.where(*_conditions(author_id, is_deletion))) or 0


async def hide_in_cleanup(session: AsyncSession, cleanup: Cleanup, *, limit: int) -> list[int]:
    """Unpublish or delete the next posts after `position`. Return their ids."""
    query = (
        select(Post.id)
        .where(*_conditions(cleanup.user_id, cleanup.is_deletion), col(Post.id) > cleanup.position)
        .order_by(col(Post.id))
        .limit(limit)
    )
    ids = list(await session.scalars(query))
    for post in await counters.lock_posts(session, ids):
        if post.status in policies.list_cleaned_statuses(is_deletion=cleanup.is_deletion):
            await _hide(session, cleanup, post)
    await session.flush()
    await session.execute(delete(PostTag).where(col(PostTag.post_id).in_(ids)))
    return ids


async def show_after_cleanup(session: AsyncSession, cleanup: Cleanup, *, limit: int) -> int:
    """Give posts that the clean-up hid the status that they had. Return their number.

    Posts whose status has changed since then do not have the id of the clean-up any more.
    """
    query = (
        select(Post.id)
        .where(col(Post.cleanup_id) == cleanup.id)
        .order_by(col(Post.id))
        .limit(limit)
    )
    ids = list(await session.scalars(query))
    for post in await counters.lock_posts(session, ids):
        if post.cleanup_id == cleanup.id:
            await _show(session, cleanup, post)
    return len(ids)


async def hide_with_author(
    session: AsyncSession, *, author_ids: Collection[int], limit: int
) -> int:
    """Delete up to `limit` published or waiting posts, for `show_with_author`, and count them."""
    ids = await _list_ids(session, author_ids, policies.has_submitted_status(), limit)
    for post in await counters.lock_posts(session, ids):
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
    for post in await counters.lock_posts(session, ids):
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


def _conditions(author_id: int, is_deletion: bool) -> tuple[ColumnElement[bool], ...]:  # noqa: FBT001
    statuses = policies.list_cleaned_statuses(is_deletion=is_deletion)
    return col(Post.author_id) == author_id, col(Post.status).in_(statuses)


async def _hide(session: AsyncSession, cleanup: Cleanup, post: Post) -> None:
    was_published = policies.is_published(post)
    if was_published:
        await counters.adjust_published_count(session, post, -1)
    moderator_id = cleanup.created_by_id or 0
    post.cleanup_id, post.removed_by_id = cleanup.id, cleanup.created_by_id
    if cleanup.is_deletion:
        post.status_before_deletion, post.status = post.status, "deleted"
        post.deleted_at = clock.now()
        events.record(session, PostDeleted(post.id, post.author_id, moderator_id, was_published))
    else:
        post.status, post.is_unpublished_by_moderator = "unpublished", True
        events.record(session, PostUnpublished(post.id, post.author_id, moderator_id))


async def _show(session: AsyncSession, cleanup: Cleanup, post: Post) -> None:
    if cleanup.is_deletion:
        post.status = post.status_before_deletion or "unpublished"
        post.deleted_at = post.status_before_deletion = None
    else:
        post.status, post.is_unpublished_by_moderator = "published", False
    post.cleanup_id = post.removed_by_id = None
    await session.flush()
    is_published = policies.is_published(post)
    if is_published:
        await counters.replace_tags(session, post)
        await counters.adjust_published_count(session, post, 1)
    events.record(
        session, PostRestored(post.id, post.author_id, cleanup.undone_by_id or 0, is_published)
    )


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
