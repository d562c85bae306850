"""Functions that lock comments and update stored counters.

To prevent deadlocks, every transaction locks comments in the same order: a parent before its
replies, and the post last. Before a caller hides a comment, it must lock the ancestors of the
comment and then the comment.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db import columns, statements
from community.domain import posts
from community.domain.comments import policies, tree
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
        .with_for_update(**statements.FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    if not with_text:
        query = query.options(columns.deferred(Comment.text), columns.deferred(Comment.html))
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
    ids = tree.parse_ancestor_ids(path)
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
        .with_for_update(**statements.FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    return rows.all()


async def add_comment_to_counters(session: AsyncSession, comment: Comment) -> None:
    await _adjust_counters(session, comment, delta=1, was_visible=comment.descendants_count > 0)


async def remove_comment_from_counters(session: AsyncSession, comment: Comment) -> None:
    await _adjust_counters(session, comment, delta=-1, was_visible=True)


def set_reaction_counts(comment: Comment, counts: dict[str, int]) -> None:
    comment.reactions = dict(counts)
    comment.reactions_count = sum(counts.values())
    tree.update_scores(comment)


async def _adjust_counters(
    session: AsyncSession, comment: Comment, *, delta: int, was_visible: bool
) -> None:
    """Add `delta` to the comment counters of all ancestors and of the post.

    The function also updates `replies_count`, the number of direct replies that readers see.
    Readers see a deleted comment, without its text, while it has a published descendant. If
    `comment` is the only published descendant of a deleted parent, the parent appears or
    disappears too. The `replies_count` of the grandparent then changes as well.

    Args:
        delta: 1 if the comment was published, -1 if the comment was hidden.
        was_visible: Whether readers saw the comment in the thread before its status changed.
    """
    ancestors = await lock_ancestors(session, comment)
    visible_before = {ancestor.id: policies.is_visible(ancestor) for ancestor in ancestors}
    for ancestor in ancestors:
        ancestor.descendants_count += delta
        tree.update_scores(ancestor)
    replies_delta = int(policies.is_visible(comment)) - int(was_visible)
    for parent in reversed(ancestors):
        if not replies_delta:
            break
        parent.replies_count += replies_delta
        replies_delta = int(policies.is_visible(parent)) - int(visible_before[parent.id])
    await session.flush()
    await posts.adjust_comments_count(session, comment.post_id, delta)
