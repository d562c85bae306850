"""Comments outside their threads: of an author, found by a search, or in notifications."""

from collections.abc import Collection
from datetime import datetime
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community import urls
from community.core.actor import Actor
from community.core.db import pagination
from community.core.db.columns import deferred, eager
from community.core.db.pagination import Page
from community.core.db.statements import is_one_of_parameter
from community.core.text.safe_html import MAX_HTML_LENGTH, excerpt_html
from community.domain import follows, posts
from community.domain.comments import policies, schemas
from community.domain.comments.threads import serializers
from community.domain.comments.threads.rows import load_comment_rows, select_comment_rows
from community.models import Comment, Post

QUOTE_LENGTH: Final = 160
# The comments whose authors are suggested first while a user writes a mention.
MAX_LATEST_COMMENTS = 300
# Built once, because building the queries takes longer than running them.
_FOUND_COMMENTS: Final = select_comment_rows().where(is_one_of_parameter(col(Comment.id), "ids"))
_POSTS: Final[Any] = (
    select(Post)
    .where(is_one_of_parameter(col(Post.id), "ids"))
    .options(deferred(Post.text), deferred(Post.html))
)


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
) -> Page[schemas.AuthoredComment]:
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
    media = await serializers.get_media(session, [comment.id for comment in page])
    items = [_to_authored_comment(comment, media.get(comment.id, [])) for comment in page]
    return Page(items=items, next_cursor=next_cursor)


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


async def load_found(
    session: AsyncSession, actor: Actor, comment_ids: Collection[int]
) -> dict[int, tuple[schemas.CommentView, schemas.CommentedPost]]:
    """Return the views of comments and their posts, by the ids of the comments.

    The caller checks that the actor may read the posts. Runs at most six queries.
    """
    if not comment_ids:
        return {}
    comments = await load_comment_rows(session, _FOUND_COMMENTS, {"ids": list(comment_ids)})
    related = await serializers.load_related_data(session, actor, comments)
    post_ids = {comment.post_id for comment in comments}
    rows = await session.scalars(_POSTS, {"ids": list(post_ids)})
    posts_by_id = {post.id: post for post in rows}
    viewers = await serializers.Viewer.load_for_posts(session, actor, posts_by_id)
    return {
        comment.id: (
            serializers.build_view(viewers[comment.post_id], related, comment),
            schemas.CommentedPost(
                id=comment.post_id,
                title=posts_by_id[comment.post_id].title,
                url=urls.post(comment.post_id, posts_by_id[comment.post_id].slug),
            ),
        )
        for comment in comments
    }


async def find(session: AsyncSession, comment_id: int) -> Comment | None:
    """Load a comment without its text. Does not check permissions."""
    return await session.get(
        Comment, comment_id, options=(deferred(Comment.text), deferred(Comment.html))
    )


async def get_latest_others(
    session: AsyncSession, comment: Comment
) -> tuple[datetime | None, int | None]:
    """Return the time and the id of the latest other published comments on the same post.

    Returns:
        The time of the latest other comment by the same author, and the id of the latest other
        comment by any author. Each is None if there is no such comment.
    """
    others = select(Comment).where(
        Comment.post_id == comment.post_id,
        policies.has_published_status(),
        Comment.id != comment.id,
    )
    same_author = others.where(Comment.author_id == comment.author_id)
    return (
        await session.scalar(same_author.with_only_columns(func.max(col(Comment.created_at)))),
        await session.scalar(others.with_only_columns(func.max(col(Comment.id)))),
    )


async def find_quotes(
    session: AsyncSession, actor: Actor, comment_ids: Collection[int]
) -> dict[int, str]:
    """Return the beginnings of comments as plain text, by comment id. Runs at most one query.

    Comments without text are left out, and so are comments that are not published, whose post the
    actor may not read, or whose author the actor ignores.
    """
    if not comment_ids:
        return {}
    rows = await session.execute(
        select(Comment.id, func.substr(col(Comment.html), 1, MAX_HTML_LENGTH))
        .join(Post, col(Post.id) == col(Comment.post_id))
        .where(
            col(Comment.id).in_(comment_ids),
            policies.has_published_status(),
            posts.readable_by(actor),
            follows.build_ignored_author_filter(actor, col(Comment.author_id)),
        )
    )
    quotes = {comment_id: excerpt_html(html, QUOTE_LENGTH) for comment_id, html in rows}
    return {comment_id: quote for comment_id, quote in quotes.items() if quote}


def _to_authored_comment(
    comment: Comment, media: list[schemas.CommentImage]
) -> schemas.AuthoredComment:
    post = comment.post
    return schemas.AuthoredComment(
        id=comment.id,
        post=schemas.CommentedPost(id=post.id, title=post.title, url=urls.post(post.id, post.slug)),
        html=comment.html,
        media=media,
        replies_count=comment.replies_count,
        edited_at=comment.edited_at,
        created_at=comment.created_at,
        url=urls.comment(post.id, post.slug, comment.id),
    )
