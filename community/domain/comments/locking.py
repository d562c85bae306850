"""Functions that lock comments until the transaction ends, a parent before its replies."""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.columns import deferred
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.domain.comments.tree import parse_ancestor_ids
from community.models import Comment


async def lock_comments(
    session: AsyncSession, *conditions: ColumnElement[bool], with_text: bool = False
) -> list[Comment]:
    """Lock the comments that match all conditions. Return them sorted by depth, then by id.

    The function reloads comments that the session has already loaded, so their values are current.
    """
    query = (
        select(Comment)
        .where(*conditions)
        .order_by(col(Comment.depth), col(Comment.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    if not with_text:
        query = query.options(deferred(Comment.text), deferred(Comment.html))
    return list(await session.scalars(query))


async def lock_ancestors(session: AsyncSession, comment: Comment) -> list[Comment]:
    ids = _list_ancestor_ids(comment.path, comment.parent_id)
    return await lock_comments(session, col(Comment.id).in_(ids)) if ids else []


async def lock_with_ancestors(session: AsyncSession, comment_id: int) -> Comment | None:
    # `path` and `parent_id` of a comment never change, so they can be read without a lock.
    result = await session.execute(
        select(Comment.path, Comment.parent_id).where(Comment.id == comment_id)
    )
    position = result.one_or_none()
    if position is None:
        return None
    ids = [*_list_ancestor_ids(*position), comment_id]
    locked = await lock_comments(session, col(Comment.id).in_(ids))
    return next((comment for comment in locked if comment.id == comment_id), None)


def _list_ancestor_ids(path: str, parent_id: int | None) -> list[int]:
    """Return the ids of the ancestors that `path` contains, and `parent_id`.

    The path of a comment deeper than `MAX_PATH_DEPTH` does not contain the id of the parent.
    """
    ids = parse_ancestor_ids(path)
    if parent_id is not None and parent_id not in ids:
        ids.append(parent_id)
    return ids


async def lock_comments_by_id(
    session: AsyncSession, comment_ids: Collection[int]
) -> Sequence[Comment]:
    rows = await session.scalars(
        select(Comment)
        .where(col(Comment.id).in_(comment_ids))
        .order_by(col(Comment.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    return rows.all()
