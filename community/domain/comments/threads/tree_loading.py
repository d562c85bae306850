"""Queries that load the first replies to several comments at once."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, bindparam, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased, join
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db import pagination
from community.domain.comments import policies, tree
from community.domain.comments.threads.rows import load_comment_rows, select_comment_rows
from community.domain.comments.threads.serializers import Viewer
from community.models import Comment

# Maximum number of cached statements. Each user needs separate statements; guests share theirs.
# The least recently used statements are removed from the cache.
STATEMENT_CACHE_SIZE = 500

_parent = aliased(Comment)


async def load_reply_trees(
    session: AsyncSession,
    viewer: Viewer,
    roots: Sequence[Comment],
    order: tree.Order,
    max_depth: int = tree.PRELOADED_LEVELS,
    *,
    include_pinned: bool = False,
) -> list[Comment]:
    """Return `roots` and their first replies, down to `max_depth` levels, in depth-first order.

    Runs one query for each level of replies.

    Args:
        include_pinned: Whether to include the pinned comment if it is a reply. Pages of a thread
            exclude it, because they already show the pinned comment at the top.
    """
    replies: dict[int, list[Comment]] = {}
    parents = [comment for comment in roots if comment.replies_count]
    for _ in range(max_depth):
        if not parents:
            break
        ids = [comment.id for comment in parents]
        level = await _load_first_replies(
            session, viewer, ids, order, include_pinned=include_pinned
        )
        for comment in level:
            replies.setdefault(comment.parent_id or 0, []).append(comment)
        parents = [comment for comment in level if comment.replies_count]
    return _flatten_depth_first(roots, replies)


async def load_replies_to_ancestors(
    session: AsyncSession, viewer: Viewer, ancestors: Sequence[Comment], branch: list[Comment]
) -> tuple[list[Comment], dict[str, str]]:
    """Load the first replies to each ancestor, and combine them with `ancestors` and `branch`.

    Runs one query, regardless of the number of ancestors.

    Args:
        ancestors: The ancestors of the first comment of `branch`, starting with the root.
        branch: A comment followed by its loaded descendants, in depth-first order.

    Returns:
        All comments in depth-first order, and the result of `build_reply_cursors` for them.
    """
    order, items, detached_ids = tree.Order.BEST, branch, set()
    first_replies = await _load_first_replies(
        session, viewer, [comment.id for comment in ancestors], order, include_pinned=True
    )
    for parent in reversed(ancestors):
        child = items[0]
        siblings = [comment for comment in first_replies if comment.parent_id == parent.id]
        ids = [comment.id for comment in siblings]
        index = ids.index(child.id) if child.id in ids else len(ids)
        if index == len(ids):
            detached_ids.add(child.id)
        items = [parent, *siblings[:index], *items, *siblings[index + 1 :]]
    return items, build_reply_cursors(items, order, detached_ids=detached_ids)


def build_reply_cursors(
    items: Sequence[Comment], order: tree.Order, *, detached_ids: Collection[int] = ()
) -> dict[str, str]:
    """Return a cursor for each comment that has more replies than `items` contains.

    The keys of the dictionary are comment ids. The cursor requests the replies that follow the
    last reply in `items`. The cursor is empty if `items` contains no replies to the comment.

    Args:
        detached_ids: The ids of replies in `items` that are not among the first replies to their
            parent. No cursor starts after such a reply, because the next page would then omit the
            replies before it.
    """
    last_reply: dict[int, Comment] = {}
    loaded_count: dict[int, int] = {}
    for comment in items:
        if comment.parent_id is not None:
            if comment.id not in detached_ids:
                last_reply[comment.parent_id] = comment
            loaded_count[comment.parent_id] = loaded_count.get(comment.parent_id, 0) + 1
    return {
        str(comment.id): pagination.encode_cursor(*order.get_cursor_values(last_reply[comment.id]))
        if comment.id in last_reply
        else ""
        for comment in items
        if comment.replies_count > loaded_count.get(comment.id, 0)
    }


async def _load_first_replies(
    session: AsyncSession,
    viewer: Viewer,
    parent_ids: list[int],
    order: tree.Order,
    *,
    include_pinned: bool,
) -> list[Comment]:
    statement = _build_first_replies_statement(
        session.get_bind().dialect.name,
        order,
        viewer.actor.user_id,
        viewer.scope,
        include_pinned=include_pinned,
    )
    return await load_comment_rows(session, statement, {"parents": parent_ids})


@lru_cache(maxsize=STATEMENT_CACHE_SIZE)
def _build_first_replies_statement(
    dialect: str,
    order: tree.Order,
    reader_id: int | None,
    scope: policies.ModerationScope,
    *,
    include_pinned: bool,
) -> Select[Any]:
    """Return the query for the first replies to each of several comments.

    The bind parameter `parents` contains the ids of these comments. The database reads only the
    first replies, even if a comment has ten thousand replies. The statement is cached, because
    building the statement takes longer than running it.
    """
    first_ids = (
        select(col(Comment.id))
        .where(col(Comment.parent_id) == col(_parent.id))
        .where(policies.visible_to(Actor(user_id=reader_id), scope))
        .order_by(*order.build_order_by())
        .limit(tree.PRELOADED_REPLIES)
        .correlate(_parent)
    )
    if not include_pinned:
        first_ids = first_ids.where(col(Comment.pinned_at).is_(None))
    if dialect == "postgresql":
        lateral = first_ids.lateral()
        replies = join(join(_parent, lateral, true()), Comment, col(Comment.id) == lateral.c.id)
    else:  # SQLite has no LATERAL, but supports a correlated subquery with LIMIT in IN.
        ids = select(first_ids.subquery().c.id).correlate(_parent)
        replies = join(_parent, Comment, col(Comment.id).in_(ids))
    return (
        select_comment_rows(replies)
        .where(col(_parent.id).in_(bindparam("parents", expanding=True)))
        .order_by(*order.build_order_by())
    )


def _flatten_depth_first(
    roots: Sequence[Comment], replies: dict[int, list[Comment]]
) -> list[Comment]:
    flat: list[Comment] = []
    stack = list(reversed(roots))
    while stack:
        comment = stack.pop()
        flat.append(comment)
        stack.extend(reversed(replies.get(comment.id, ())))
    return flat
