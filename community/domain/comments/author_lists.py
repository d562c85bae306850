"""Functions that find comments for the Admin Panel: those of an author, and the posts of some."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db import pagination
from community.domain import posts
from community.domain.comments import policies
from community.models import Comment, Post
from community.models.columns import deferred, eager


async def list_by_author(
    session: AsyncSession, actor: Actor, author_id: int, *, cursor: str | None, limit: int
) -> tuple[list[Comment], str | None]:
    """Return the comments of an author that are not deleted, newest first, with their posts.

    Comments on posts that the actor may not read are left out.
    """
    query = (
        select(Comment)
        .join(Post, col(Post.id) == col(Comment.post_id))
        .where(
            col(Comment.author_id) == author_id,
            policies.is_not_deleted,
            posts.readable_by(actor),
        )
        .options(eager(Comment.post), deferred(Comment.post, Post.text), deferred(Comment.html))
    )
    if key := pagination.decode_cursor(cursor, int):
        query = query.where(col(Comment.id) < key[0])
    rows = await session.scalars(query.order_by(col(Comment.id).desc()).limit(limit + 1))
    return pagination.split_page(rows.all(), limit, lambda comment: (comment.id,))


async def find_post_ids(session: AsyncSession, comment_ids: Collection[int]) -> dict[int, int]:
    """Return the ids of the posts by the ids of their comments. Does not check permissions."""
    if not comment_ids:
        return {}
    query = select(Comment.id, Comment.post_id).where(col(Comment.id).in_(comment_ids))
    return {row.id: row.post_id for row in await session.execute(query)}
