"""The first replies below some comments, level by level."""

from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, bindparam, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core import pagination
from community.core.actor import Actor
from community.domain.comments import policies
from community.domain.comments.order import Order
from community.domain.comments.thread import LEVELS_SHOWN, REPLIES_SHOWN
from community.domain.comments.views import Viewer
from community.models import Comment
from community.models.columns import bring

# Guests and moderators share theirs; of others, those who read just now.
STATEMENTS = 500

_parent = aliased(Comment)


async def with_replies(
    session: AsyncSession,
    viewer: Viewer,
    roots: Sequence[Comment],
    order: Order,
    levels: int = LEVELS_SHOWN,
    *,
    pinned: bool = False,
) -> list[Comment]:
    """`roots` and their first replies, level by level, put in walking order.

    Args:
        pinned: also the pinned one, which does not stand on top of them.
    """
    below: dict[int, list[Comment]] = {}
    parents = [each for each in roots if each.replies_count]
    for _ in range(levels):
        if not parents:
            break
        ids = [each.id for each in parents]
        found = await _first_replies(session, viewer, ids, order, pinned=pinned)
        for each in found:
            below.setdefault(each.parent_id or 0, []).append(each)
        parents = [each for each in found if each.replies_count]
    return _walk(roots, below)


async def with_neighbours(
    session: AsyncSession, viewer: Viewer, above: Sequence[Comment], branch: list[Comment]
) -> tuple[list[Comment], dict[str, str]]:
    """`branch` below its ancestors, each of them with its first replies; and where more begin.

    One query, however far down the branch begins.

    Args:
        above: the ancestors of the first comment of `branch`, from the root on.
        branch: comments in walking order.
    """
    order, items, further = Order.BEST, branch, set()
    first = await _first_replies(session, viewer, [each.id for each in above], order, pinned=True)
    for parent in reversed(above):
        child = items[0]
        beside = [each for each in first if each.parent_id == parent.id]
        ids = [each.id for each in beside]
        at = ids.index(child.id) if child.id in ids else len(ids)
        if at == len(ids):
            further.add(child.id)
        items = [parent, *beside[:at], *items, *beside[at + 1 :]]
    return items, more_below(items, order, further=further)


def more_below(
    items: Sequence[Comment], order: Order, *, further: Collection[int] = ()
) -> dict[str, str]:
    """For each comment with replies that are not among `items`: where those begin.

    That is the cursor behind the last one that is there, or nothing where none is. Those that
    stand `further` on than the first replies have some before them that are not there.
    """
    last: dict[int, Comment] = {}
    loaded: dict[int, int] = {}
    for each in items:
        if each.parent_id is not None:
            if each.id not in further:
                last[each.parent_id] = each
            loaded[each.parent_id] = loaded.get(each.parent_id, 0) + 1
    return {
        str(each.id): pagination.encode(*order.cursor_key(last[each.id])) if each.id in last else ""
        for each in items
        if each.replies_count > loaded.get(each.id, 0)
    }


async def _first_replies(
    session: AsyncSession, viewer: Viewer, parent_ids: list[int], order: Order, *, pinned: bool
) -> list[Comment]:
    statement = _first_of_each(
        session.get_bind().dialect.name,
        order,
        viewer.actor.user_id,
        moderates=viewer.moderates,
        pinned=pinned,
    )
    return list(await session.scalars(statement, {"parents": parent_ids}))


@lru_cache(maxsize=STATEMENTS)
def _first_of_each(
    dialect: str, order: Order, reader_id: int | None, *, moderates: bool, pinned: bool
) -> Select[Any]:
    """The first replies of each of the `parents`.

    Of a comment with ten thousand replies only as many are looked at as are shown. Putting the
    statement together takes longer than running it, so it is kept.
    """
    first = (
        select(col(Comment.id))
        .where(col(Comment.parent_id) == col(_parent.id))
        .where(policies.shown_to(Actor(user_id=reader_id), moderates=moderates))
        .order_by(*order.clauses())
        .limit(REPLIES_SHOWN)
        .correlate(_parent)
    )
    if not pinned:
        first = first.where(col(Comment.pinned_at).is_(None))
    below = select(Comment).select_from(_parent)
    if dialect == "postgresql":
        each = first.lateral()
        below = below.join(each, true()).join(Comment, col(Comment.id) == each.c.id)
    else:  # SQLite has no LATERAL, but accepts a correlated list with a limit
        ids = select(first.subquery().c.id).correlate(_parent)
        below = below.join(Comment, col(Comment.id).in_(ids))
    return (
        below.where(col(_parent.id).in_(bindparam("parents", expanding=True)))
        .order_by(*order.clauses())
        .options(bring(Comment.author))
    )


def _walk(roots: Sequence[Comment], below: dict[int, list[Comment]]) -> list[Comment]:
    walked: list[Comment] = []
    waiting = list(reversed(roots))
    while waiting:
        comment = waiting.pop()
        walked.append(comment)
        waiting.extend(reversed(below.get(comment.id, ())))
    return walked
