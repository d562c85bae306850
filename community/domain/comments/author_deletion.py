"""Functions that hide the comments of a user who deleted their account, and show them again.

Each call changes one comment, because a transaction that changes the counters of several threads
could deadlock with replies.
"""

from collections.abc import Collection

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain.comments import counters, policies
from community.domain.comments.locking import lock_with_ancestors
from community.models import Comment


async def hide_with_author(session: AsyncSession, *, author_ids: Collection[int]) -> int:
    """Delete a published comment, so that `show_with_author` can undo it. Return 0 without one.

    The comment stays in its thread without author and text while it has replies. It is unpinned.
    """
    comment = await _lock_next(session, author_ids, policies.has_published_status())
    if comment is None:
        return 0
    if policies.is_published(comment):
        comment.status_before_deletion = comment.moderation_status
        comment.deleted_at, comment.deleted_by_id = clock.now(), comment.author_id
        comment.is_hidden_with_author = True
        await counters.hide_comment(session, comment, "deleted")
    return 1


async def show_with_author(session: AsyncSession, *, author_id: int) -> int:
    """Publish a comment that `hide_with_author` has hidden. Return 0 if there is none."""
    comment = await _lock_next(session, [author_id], col(Comment.is_hidden_with_author).is_(True))
    if comment is None:
        return 0
    comment.is_hidden_with_author = False
    comment.deleted_at = comment.deleted_by_id = comment.status_before_deletion = None
    await counters.unhide_comment(session, comment)
    return 1


async def _lock_next(
    session: AsyncSession, author_ids: Collection[int], condition: ColumnElement[bool]
) -> Comment | None:
    comment_id = await session.scalar(
        select(Comment.id)
        .where(col(Comment.author_id).in_(author_ids), condition)
        .order_by(col(Comment.author_id), col(Comment.id))
        .limit(1)
    )
    return None if comment_id is None else await lock_with_ancestors(session, comment_id)
