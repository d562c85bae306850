"""Queries for notifications: whom a comment addresses, the comments nearby, and quotes."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import and_, bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, func, select

from community.core.actor import Actor
from community.core.db.columns import deferred
from community.core.text.safe_html import MAX_HTML_LENGTH, excerpt_html
from community.domain import follows, posts
from community.domain.comments import policies
from community.domain.comments.policies import has_published_status
from community.models import Comment, Mention, Post

_Parent = aliased(Comment)
_WITHOUT_TEXT = (deferred(Comment.text), deferred(Comment.html))
# Built once, because building them takes as long as running them.
_COMMENT_AND_PARENT_AUTHOR = (
    select(Comment, _Parent.author_id)
    .join(
        _Parent,
        and_(col(_Parent.id) == col(Comment.parent_id), has_published_status(_Parent)),
        isouter=True,
    )
    .where(col(Comment.id) == bindparam("comment_id"), has_published_status())
    .options(*_WITHOUT_TEXT)
)
_MENTIONED_IDS = select(Mention.user_id).where(col(Mention.comment_id) == bindparam("comment_id"))

QUOTE_LENGTH: Final = 160


@dataclass(frozen=True, slots=True)
class Addressees:
    """A published comment and the users whom it addresses."""

    comment: Comment
    parent_author_id: int | None  # the author of the parent comment, if the parent is published
    mentioned_ids: Sequence[int]  # the users whom the comment mentions


async def find_addressees(session: AsyncSession, comment_id: int) -> Addressees | None:
    """Return a comment without its text and the users whom it addresses, or None if unpublished."""
    parameters = {"comment_id": comment_id}
    row = (await session.execute(_COMMENT_AND_PARENT_AUTHOR, parameters)).one_or_none()
    if row is None:
        return None
    mentioned_ids = await session.scalars(_MENTIONED_IDS, parameters)
    return Addressees(row[0], row[1], mentioned_ids.all())


async def find(session: AsyncSession, comment_id: int) -> Comment | None:
    """Load a comment without its text. Does not check permissions."""
    return await session.get(Comment, comment_id, options=_WITHOUT_TEXT)


async def get_latest_others(
    session: AsyncSession, comment: Comment
) -> tuple[datetime | None, int | None]:
    """Return the time and the id of the latest other published comments on the same post.

    Returns:
        The time of the latest other comment by the same author, and the id of the latest other
        comment by any author. Each is None if there is no such comment.
    """
    others = select(Comment).where(
        Comment.post_id == comment.post_id, has_published_status(), Comment.id != comment.id
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
