"""The list of comments of an author, for the Admin Panel."""

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
