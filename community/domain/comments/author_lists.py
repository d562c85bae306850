"""Functions that list the comments of an author, and that find the posts of comments."""

from collections.abc import Collection

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.core.db import pagination
from community.core.db.pagination import Page
from community.domain import follows, posts
from community.domain.comments import policies
from community.domain.comments.schemas import AuthoredComment, CommentedPost, CommentImage
from community.domain.comments.serializers import get_media
from community.models import Comment, Post
from community.models.columns import deferred, eager

# The comments whose authors are suggested first while a user writes a mention.
MAX_LATEST_COMMENTS = 300


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


async def list_published_by_author(
    session: AsyncSession,
    actor: Actor,
    *,
    author_id: int,
    cursor: str | None = None,
    limit: int = pagination.DEFAULT_LIMIT,
) -> Page[AuthoredComment]:
    """Return the published comments of an author on posts in lists of the actor, newest first.

    Comments on posts of authors whom the actor ignores are left out. Runs at most two queries.
    """
    query = (
        select(Comment)
        .join(Post, col(Post.id) == col(Comment.post_id))
        .where(
            col(Comment.author_id) == author_id,
            policies.has_published_status(),
            posts.listed_for(actor),
            follows.build_ignored_author_filter(actor, col(Post.author_id)),
        )
        .options(
            eager(Comment.post),
            deferred(Comment.post, Post.text),
            deferred(Comment.post, Post.html),
            deferred(Comment.text),
        )
    )
    if key := pagination.decode_cursor(cursor, int):
        query = query.where(col(Comment.id) < key[0])
    rows = await session.scalars(query.order_by(col(Comment.id).desc()).limit(limit + 1))
    page, next_cursor = pagination.split_page(rows.all(), limit, lambda comment: (comment.id,))
    media = await get_media(session, [comment.id for comment in page])
    items = [_to_authored_comment(comment, media.get(comment.id, [])) for comment in page]
    return Page(items=items, next_cursor=next_cursor)


def _to_authored_comment(comment: Comment, media: list[CommentImage]) -> AuthoredComment:
    post = comment.post
    return AuthoredComment(
        id=comment.id,
        post=CommentedPost(id=post.id, title=post.title, url=urls.post(post.id, post.slug)),
        html=comment.html,
        media=media,
        replies_count=comment.replies_count,
        edited_at=comment.edited_at,
        created_at=comment.created_at,
        url=urls.comment(post.id, post.slug, comment.id),
    )


async def list_latest_author_ids(session: AsyncSession, post_id: int) -> list[int]:
    """Return the authors of the latest published comments on a post, the latest one first."""
    rows = await session.scalars(
        select(Comment.author_id)
        .where(Comment.post_id == post_id, policies.has_published_status())
        .order_by(col(Comment.id).desc())
        .limit(MAX_LATEST_COMMENTS)
    )
    return list(dict.fromkeys(rows))


async def find_post_ids(session: AsyncSession, comment_ids: Collection[int]) -> dict[int, int]:
    """Return the ids of the posts by the ids of their comments. Does not check permissions."""
    if not comment_ids:
        return {}
    query = select(Comment.id, Comment.post_id).where(col(Comment.id).in_(comment_ids))
    return {row.id: row.post_id for row in await session.execute(query)}
