"""Functions that hide the comments of a user, and show them again.

They are for clean-ups and for accounts that their users delete. A comment that a clean-up hid has
the id of the clean-up until its status changes again. Each call changes the comments of one post,
because a transaction that changes the counters of several threads could deadlock with replies.
"""

from collections.abc import Collection
from itertools import takewhile

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.domain.comments import counters, pinning, policies
from community.domain.comments.moderation import status_changes, transition_policies
from community.models import Cleanup, Comment


async def count_for_cleanup(session: AsyncSession, author_id: int, *, is_deletion: bool) -> int:
    """Return how many comments of a user a clean-up would hide or delete."""
    query = select(func.count()).select_from(Comment)
    return await session.scalar(query.where(*_conditions(author_id, is_deletion))) or 0


async def hide_in_cleanup(session: AsyncSession, cleanup: Cleanup, *, limit: int) -> list[int]:
    """Hold or delete the next comments after `position`. Return their ids."""
    query = select(Comment.id, Comment.post_id).where(
        *_conditions(cleanup.user_id, cleanup.is_deletion), col(Comment.id) > cleanup.position
    )
    rows = (await session.execute(query.order_by(col(Comment.id)).limit(limit))).all()
    ids = [row[0] for row in takewhile(lambda row: row[1] == rows[0][1], rows)]
    status = "deleted" if cleanup.is_deletion else "on_moderation"
    statuses = transition_policies.list_cleaned_statuses(is_deletion=cleanup.is_deletion)
    # Replies are younger than the comments above them, and are hidden first.
    for comment_id in reversed(ids):
        comment = await counters.lock_with_ancestors(session, comment_id)
        if comment is None or comment.moderation_status not in statuses:
            continue
        if comment.pinned_at is not None:
            cleanup.pinned_ids = [*cleanup.pinned_ids, comment.id]
        await status_changes.hide(
            session, comment, status, actor_id=cleanup.created_by_id, reason=cleanup.reason
        )
        comment.cleanup_id = cleanup.id
    await session.flush()
    return ids


async def show_after_cleanup(session: AsyncSession, cleanup: Cleanup, *, limit: int) -> int:
    """Give comments that the clean-up hid the status that they had. Return their number."""
    query = select(Comment.id, Comment.post_id).where(col(Comment.cleanup_id) == cleanup.id)
    rows = (await session.execute(query.order_by(col(Comment.id)).limit(limit))).all()
    ids = [row[0] for row in takewhile(lambda row: row[1] == rows[0][1], rows)]
    for comment_id in ids:
        comment = await counters.lock_with_ancestors(session, comment_id)
        if comment is not None and comment.cleanup_id == cleanup.id:
            await _show(session, cleanup, comment)
    await session.flush()
    return len(ids)


async def hide_with_author(session: AsyncSession, *, author_ids: Collection[int]) -> int:
    """Delete a published comment, so that `show_with_author` can undo it. Return 0 without one.

    The comment stays in its thread without author and text while it has replies. It is unpinned.
    """
    comment = await _lock_next(session, author_ids, policies.has_published_status())
    if comment is None:
        return 0
    if policies.is_published(comment):
        comment.is_hidden_with_author = True
        await status_changes.set_hidden_status(
            session, comment, "deleted", actor_id=comment.author_id
        )
    return 1


async def show_with_author(session: AsyncSession, *, author_id: int) -> int:
    """Publish a comment that `hide_with_author` has hidden. Return 0 if there is none."""
    comment = await _lock_next(session, [author_id], col(Comment.is_hidden_with_author).is_(True))
    if comment is None:
        return 0
    comment.is_hidden_with_author = False
    await status_changes.set_published_status(session, comment)
    return 1


def _conditions(author_id: int, is_deletion: bool) -> tuple[ColumnElement[bool], ...]:  # noqa: FBT001
    statuses = transition_policies.list_cleaned_statuses(is_deletion=is_deletion)
    return col(Comment.author_id) == author_id, col(Comment.moderation_status).in_(statuses)


async def _show(session: AsyncSession, cleanup: Cleanup, comment: Comment) -> None:
    actor_id = cleanup.undone_by_id or 0
    if comment.status_before_deletion == "on_moderation":
        await status_changes.hide(session, comment, "on_moderation", actor_id=actor_id)
        return
    await status_changes.publish(session, comment, actor_id=actor_id)
    if comment.id in cleanup.pinned_ids:
        await pinning.pin_again(session, comment)


async def _lock_next(
    session: AsyncSession, author_ids: Collection[int], condition: ColumnElement[bool]
) -> Comment | None:
    comment_id = await session.scalar(
        select(Comment.id)
        .where(col(Comment.author_id).in_(author_ids), condition)
        .order_by(col(Comment.author_id), col(Comment.id))
        .limit(1)
    )
    return None if comment_id is None else await counters.lock_with_ancestors(session, comment_id)
