"""Functions that move the posts of one user to another when accounts are merged."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update
from sqlmodel.sql.expression import SelectOfScalar

from community.core.db.locks import FOR_KEY_UPDATE, FOR_NO_KEY_UPDATE
from community.domain import people
from community.domain.posts import policies
from community.models import Post, PostRevision


async def move_posts(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> list[int]:
    """Move up to `limit` posts, and return their ids.

    The profile of the target keeps its pinned posts. Those of the source are unpinned there.
    """
    batch = await session.scalars(
        select_ids_by_author(source_id).order_by(col(Post.id)).limit(limit)
    )
    posts = await lock_posts(session, batch.all(), FOR_KEY_UPDATE)
    for post in posts:
        post.author_id, post.client_id = target_id, None
        if post.community_id is None:
            post.pinned_at = None
        if post.removed_by_id == source_id:
            post.removed_by_id = target_id
    await session.flush()
    published = sum(policies.is_published(post) for post in posts)
    await people.adjust_posts_count(session, source_id, -published)
    await people.adjust_posts_count(session, target_id, published)
    ids = [post.id for post in posts]
    await session.execute(
        update(PostRevision)
        .where(col(PostRevision.post_id).in_(ids), col(PostRevision.editor_id) == source_id)
        .values(editor_id=target_id)
        .execution_options(synchronize_session=False)
    )
    return ids


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


def select_ids_by_author(author_id: int) -> SelectOfScalar[int]:
    return select(Post.id).where(col(Post.author_id) == author_id)
