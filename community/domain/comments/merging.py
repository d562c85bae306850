"""Functions that move the comments and mentions of one user to another when accounts are merged."""

from collections.abc import Collection, Sequence

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update
from sqlmodel.sql.expression import SelectOfScalar

from community.core import events
from community.core.db.locks import FOR_KEY_UPDATE, FOR_NO_KEY_UPDATE
from community.domain.comments.events import CommentMoved
from community.models import Comment, CommentRevision, Mention


async def move_comments(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` comments. Return their number."""
    found = await session.execute(
        select(Comment.id, Comment.post_id)
        .where(col(Comment.author_id) == source_id)
        .order_by(col(Comment.id))
        .limit(limit)
        .with_for_update(**FOR_KEY_UPDATE)
    )
    rows = found.all()
    is_moved = col(Comment.id).in_([row.id for row in rows])
    await session.execute(
        update(Comment)
        .where(is_moved, col(Comment.deleted_by_id) == source_id)
        .values(deleted_by_id=target_id)
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(Comment)
        .where(is_moved)
        .values(author_id=target_id, client_id=None, version=Comment.version + 1)
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(CommentRevision)
        .where(
            col(CommentRevision.comment_id).in_([row.id for row in rows]),
            col(CommentRevision.editor_id) == source_id,
        )
        .values(editor_id=target_id)
        .execution_options(synchronize_session=False)
    )
    for row in rows:
        events.record(session, CommentMoved(row.id, row.post_id))
    return len(rows)


async def move_mentions(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Let up to `limit` comments that mention the source mention the target."""
    comment_ids = list(
        await session.scalars(
            select(Mention.comment_id).where(col(Mention.user_id) == source_id).limit(limit)
        )
    )
    mentions_target = select(Mention.comment_id).where(
        col(Mention.user_id) == target_id, col(Mention.comment_id).in_(comment_ids)
    )
    is_moved = (col(Mention.user_id) == source_id, col(Mention.comment_id).in_(comment_ids))
    await session.execute(
        delete(Mention)
        .where(*is_moved, col(Mention.comment_id).in_(mentions_target))
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(Mention)
        .where(*is_moved)
        .values(user_id=target_id)
        .execution_options(synchronize_session=False)
    )
    return len(comment_ids)


async def lock_comments(session: AsyncSession, comment_ids: Collection[int]) -> Sequence[Comment]:
    rows = await session.scalars(
        select(Comment)
        .where(col(Comment.id).in_(comment_ids))
        .order_by(col(Comment.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    return rows.all()


def select_ids_by_author(author_id: int) -> SelectOfScalar[int]:
    return select(Comment.id).where(col(Comment.author_id) == author_id)
