"""Holding comments until the end of a transaction, always in one order: from the root downwards.

Whoever holds a comment and then wants one above it waits for somebody who came from above.
"""

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.locks import HELD
from community.domain.comments.thread import ancestors
from community.models import Comment


async def hold(session: AsyncSession, *rules: ColumnElement[bool]) -> list[Comment]:
    """These comments as they are now, from the root down; nobody else changes them."""
    rows = await session.scalars(
        select(Comment)
        .where(*rules)
        .order_by(col(Comment.depth), col(Comment.id))
        .with_for_update(**HELD)
        .execution_options(populate_existing=True)
    )
    return list(rows)


async def hold_above(session: AsyncSession, comment: Comment) -> list[Comment]:
    """What counts a comment, from the root down."""
    ids = _ids_above(comment.path, comment.parent_id)
    return await hold(session, col(Comment.id).in_(ids)) if ids else []


async def hold_with_all_above(session: AsyncSession, comment_id: int) -> Comment | None:
    """A comment, and what counts it. Where it stands never changes, so that is read before."""
    found = await session.execute(
        select(Comment.path, Comment.parent_id).where(Comment.id == comment_id)
    )
    place = found.one_or_none()
    if place is None:
        return None
    held = await hold(session, col(Comment.id).in_([*_ids_above(*place), comment_id]))
    return next((each for each in held if each.id == comment_id), None)


def _ids_above(path: str, parent_id: int | None) -> list[int]:
    """Beyond `MAX_STEPS` the path stops short of the parent: it is added from its reference."""
    wanted = ancestors(path)
    if parent_id is not None and parent_id not in wanted:
        wanted.append(parent_id)
    return wanted
