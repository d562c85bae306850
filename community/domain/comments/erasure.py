"""The function that erases the comments of users whose accounts are purged."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import ColumnElement, delete, exists, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, aliased
from sqlmodel import col, select, update

from community.domain import uploads
from community.domain.comments import policies
from community.models import (
    Comment,
    CommentMedia,
    CommentModeration,
    CommentRevision,
    Mention,
    Reaction,
)

_EMPTY = {
    "text": "",
    "html": "",
    "moderation_status": "deleted",
    "reactions": {},
    "reactions_count": 0,
    "client_id": None,
    "pinned_at": None,
    "is_hidden_with_author": False,
}
# What belongs to a comment. With the row of the comment, the database deletes it by itself.
_PARTS: tuple[Any, ...] = (CommentMedia, CommentModeration, CommentRevision, Mention, Reaction)


async def erase_unpublished(
    session: AsyncSession, *, author_ids: Collection[int], limit: int
) -> int:
    """Erase up to `limit` comments that no reader sees. Return their number, or 0 without any.

    Comments without replies are deleted. The others are emptied, so that the threads of other users
    keep their shape. No counter changes, because none counts these comments.
    """
    found = await session.scalars(
        select(Comment.id)
        .where(
            col(Comment.author_id).in_(author_ids),
            ~policies.has_published_status(),
            or_(~_has_replies(), _has_content()),
        )
        # Replies come first, so that most of their parents are without replies later. By the id
        # alone, PostgreSQL would search all comments of the site in this order.
        .order_by(col(Comment.author_id), col(Comment.id).desc())
        .limit(limit)
    )
    ids = list(found)
    await uploads.release(session, kinds=("comment",), object_ids=ids)
    await _delete_if(session, Comment, col(Comment.id).in_(ids), ~_has_replies())
    for table in _PARTS:
        await _delete_if(session, table, table.comment_id.in_(ids))
    await session.execute(
        update(Comment)
        .where(col(Comment.id).in_(ids))
        .values(**_EMPTY)
        .execution_options(synchronize_session=False)
    )
    return len(ids)


async def erase_mentions(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Forget which comments mention the users. The texts belong to their authors, and stay."""
    await _delete_if(session, Mention, col(Mention.user_id).in_(user_ids))


def exist_on(post_id: Mapped[int]) -> ColumnElement[bool]:
    """Return the SQL condition that the post has comments, including deleted ones."""
    return exists().where(col(Comment.post_id) == post_id)


def _has_replies() -> ColumnElement[bool]:
    reply = aliased(Comment)
    return exists().where(col(reply.parent_id) == col(Comment.id))


def _has_content() -> ColumnElement[bool]:
    return or_(
        col(Comment.text) != "",
        exists().where(col(CommentMedia.comment_id) == col(Comment.id)),
        exists().where(col(CommentRevision.comment_id) == col(Comment.id)),
    )


async def _delete_if(session: AsyncSession, table: Any, *conditions: Any) -> None:
    await session.execute(
        delete(table).where(*conditions).execution_options(synchronize_session=False)
    )
