"""Finding comments, and pages of a discussion."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, Select, and_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, func, select

from community.core import pagination
from community.core.actor import GUEST, Actor
from community.core.errors import NotFound
from community.core.locks import HELD
from community.core.pagination import Page
from community.domain import posts
from community.domain.comments import policies
from community.domain.comments.schemas import CommentRevisionView, CommentView, Thread
from community.domain.comments.thread import (
    LEVELS_SHOWN,
    REPLIES_PER_PAGE,
    REPLIES_SHOWN,
    ROOTS_PER_PAGE,
    ancestors,
)
from community.domain.comments.views import Viewer, views
from community.models import Comment, CommentMedia, CommentRevision, Post
from community.models.columns import bring


class Order(StrEnum):
    """The orders of a discussion."""

    BEST = "best"
    NEW = "new"
    OLD = "old"
    CONTROVERSIAL = "controversial"

    @property
    def key(self) -> tuple[Any, type, bool]:
        """The column, its kind, and whether high comes first; ties go by id the same way."""
        return {
            Order.BEST: (Comment.score, float, True),
            Order.NEW: (Comment.id, int, True),
            Order.OLD: (Comment.id, int, False),
            Order.CONTROVERSIAL: (Comment.controversy, float, True),
        }[self]

    def clauses(self) -> list[ColumnElement[Any]]:
        column, _, high_first = self.key
        return [
            each.desc() if high_first else each.asc() for each in (col(column), col(Comment.id))
        ]

    def after(self, cursor: str | None) -> ColumnElement[bool] | None:
        column, kind, high_first = self.key
        start = pagination.decode(cursor, kind, int)
        if start is None:
            return None
        value, last_id = start
        beyond = col(column) < value if high_first else col(column) > value
        tied = col(Comment.id) < last_id if high_first else col(Comment.id) > last_id
        return or_(beyond, and_(col(column) == value, tied))

    def cursor_key(self, comment: Comment) -> tuple[Any, int]:
        return getattr(comment, self.key[0].key), comment.id


async def get_readable(session: AsyncSession, actor: Actor, comment_id: int) -> Comment:
    """A comment whose text this actor may read, with its author and post.

    Raises:
        NotFound: it, or its post, is not there for this actor.
    """
    comment, post = await _get(session, actor, comment_id)
    moderates = comment.moderation_status != "published" and await posts.may_moderate(
        session, actor, post
    )
    if not policies.may_read(actor, comment, moderates=moderates):
        raise NotFound("There is no such comment.")
    return comment


async def get_for_change(
    session: AsyncSession, actor: Actor, comment_id: int, *, deleted_too: bool = False
) -> tuple[Comment, Post]:
    """A comment that somebody signed in wants to change, locked, and its post."""
    assert actor.id
    comment, post = await _get(session, actor, comment_id, lock=True)
    moderates = comment.moderation_status != "published" and await posts.may_moderate(
        session, actor, post
    )
    own_deleted = deleted_too and actor.is_person(comment.author_id)
    if not own_deleted and not policies.may_read(actor, comment, moderates=moderates):
        raise NotFound("There is no such comment.")
    return comment, post


async def find_in_post(session: AsyncSession, post_id: int, comment_id: int) -> Comment | None:
    """A comment of this post, whatever its status."""
    return await session.scalar(
        select(Comment).where(Comment.id == comment_id, Comment.post_id == post_id)
    )


async def find_sent(session: AsyncSession, actor: Actor, client_id: UUID) -> Comment | None:
    """What this actor sent before with the same client id."""
    return await session.scalar(
        select(Comment).where(Comment.author_id == actor.id, Comment.client_id == client_id)
    )


async def has_media(session: AsyncSession, comment_id: int) -> bool:
    found = await session.scalar(
        select(CommentMedia.position).where(CommentMedia.comment_id == comment_id).limit(1)
    )
    return found is not None


async def get_view(session: AsyncSession, actor: Actor, comment_id: int) -> CommentView:
    """One comment as this actor sees it.

    Raises:
        NotFound: not there for this actor.
    """
    comment = await get_readable(session, actor, comment_id)
    viewer = await Viewer.of(session, actor, comment.post)
    return (await views(session, viewer, [comment]))[0]


async def get_pushed(session: AsyncSession, comment_id: int) -> CommentView:
    """A comment as everybody sees it now, also when it is hidden: then it says no more than its
    place.

    Raises:
        NotFound: it is gone, or its post is not public.
    """
    comment = await session.scalar(
        select(Comment).where(Comment.id == comment_id).options(bring(Comment.author))
    )
    if comment is None:
        raise NotFound("There is no such comment.")
    viewer = await Viewer.of(
        session, GUEST, await posts.get_readable(session, GUEST, comment.post_id)
    )
    return (await views(session, viewer, [comment]))[0]


async def thread(
    session: AsyncSession,
    actor: Actor,
    *,
    post_id: int,
    order: Order = Order.BEST,
    cursor: str | None = None,
) -> Thread:
    """A page of a discussion: 20 roots, each with three levels of three replies.

    A pinned comment leads the first page. The number of queries does not depend on the number of
    comments.

    Raises:
        NotFound: the post is not there for this actor.
    """
    post = await posts.get_readable(session, actor, post_id)
    viewer = await Viewer.of(session, actor, post)
    roots, next_cursor = await _roots(session, viewer, order, cursor)
    items = await _with_replies(session, viewer, roots, order)
    return Thread(
        items=await views(session, viewer, items),
        next_cursor=next_cursor,
        more=_more(items, order),
        total=post.comments_count,
    )


async def replies(
    session: AsyncSession,
    actor: Actor,
    *,
    comment_id: int,
    order: Order = Order.BEST,
    cursor: str | None = None,
) -> Thread:
    """The next 50 direct replies of a comment, each with what is below it."""
    comment, post = await _get(session, actor, comment_id)
    viewer = await Viewer.of(session, actor, post)
    query = _shown(viewer).where(Comment.parent_id == comment.id)
    children, next_cursor = await _page(session, query, order, cursor, REPLIES_PER_PAGE)
    items = await _with_replies(session, viewer, children, order, levels=1)
    return Thread(
        items=await views(session, viewer, items),
        next_cursor=next_cursor,
        more=_more(items, order),
        total=comment.replies_count,
    )


async def context(session: AsyncSession, actor: Actor, *, comment_id: int) -> Thread:
    """What a permalink shows: the ancestors of a comment, itself, and its first replies."""
    comment, post = await _get(session, actor, comment_id)
    viewer = await Viewer.of(session, actor, post)
    above = await session.scalars(
        _shown(viewer)
        .where(col(Comment.id).in_(ancestors(comment.path)))
        .order_by(col(Comment.depth))
    )
    below = await _with_replies(session, viewer, [comment], Order.BEST)
    items = [*above, *below]
    return Thread(
        items=await views(session, viewer, items),
        more=_more(items, Order.BEST),
        total=post.comments_count,
    )


async def history(
    session: AsyncSession, actor: Actor, *, comment_id: int
) -> Page[CommentRevisionView]:
    """What a comment said before each edit, newest first; for its author and moderators.

    Raises:
        NotFound: not there, or not for this actor to know.
    """
    comment, post = await _get(session, actor, comment_id)
    if not actor.is_person(comment.author_id) and not await posts.may_moderate(
        session, actor, post
    ):
        raise NotFound("There is no such history.")
    rows = await session.scalars(
        select(CommentRevision)
        .where(CommentRevision.comment_id == comment.id)
        .order_by(col(CommentRevision.id).desc())
        .limit(pagination.MAX_LIMIT)
    )
    return Page(items=[CommentRevisionView.model_validate(row) for row in rows])


async def _get(
    session: AsyncSession, actor: Actor, comment_id: int, *, lock: bool = False
) -> tuple[Comment, Post]:
    query = select(Comment).where(Comment.id == comment_id)
    query = query.with_for_update(**HELD) if lock else query
    comment = await session.scalar(query.options(*_loaded(lock)))
    if comment is None or (not policies.is_shown(comment) and actor.is_guest):
        raise NotFound("There is no such comment.")
    return comment, await posts.get_readable(session, actor, comment.post_id)


def _loaded(lock: bool) -> list[Any]:
    # PostgreSQL does not lock the far side of an outer join; whoever changes a row needs no author.
    return [] if lock else [bring(Comment.author), bring(Comment.post)]


def _shown(viewer: Viewer) -> Select[tuple[Comment]]:
    return (
        select(Comment)
        .where(policies.shown_to(viewer.actor, moderates=viewer.moderates))
        .options(bring(Comment.author))
    )


async def _roots(
    session: AsyncSession, viewer: Viewer, order: Order, cursor: str | None
) -> tuple[list[Comment], str | None]:
    query = _shown(viewer).where(
        Comment.post_id == viewer.post.id, Comment.depth == 0, col(Comment.pinned_at).is_(None)
    )
    roots, next_cursor = await _page(session, query, order, cursor, ROOTS_PER_PAGE)
    if cursor is None:
        pinned = await session.scalar(
            _shown(viewer).where(
                Comment.post_id == viewer.post.id, col(Comment.pinned_at).is_not(None)
            )
        )
        roots = [*([pinned] if pinned else []), *roots]
    return roots, next_cursor


async def _page(
    session: AsyncSession,
    query: Select[tuple[Comment]],
    order: Order,
    cursor: str | None,
    limit: int,
) -> tuple[list[Comment], str | None]:
    beyond = order.after(cursor)
    if beyond is not None:
        query = query.where(beyond)
    rows = list(await session.scalars(query.order_by(*order.clauses()).limit(limit + 1)))
    return pagination.cut(rows, limit, order.cursor_key)


async def _with_replies(
    session: AsyncSession,
    viewer: Viewer,
    roots: Sequence[Comment],
    order: Order,
    levels: int = LEVELS_SHOWN,
) -> list[Comment]:
    """`roots` and their first replies, level by level, put in walking order."""
    below: dict[int, list[Comment]] = {}
    parents = [each for each in roots if each.replies_count]
    for _ in range(levels):
        if not parents:
            break
        found = await _first_replies(session, viewer, [each.id for each in parents], order)
        for each in found:
            below.setdefault(each.parent_id or 0, []).append(each)
        parents = [each for each in found if each.replies_count]
    return _walk(roots, below)


async def _first_replies(
    session: AsyncSession, viewer: Viewer, parent_ids: list[int], order: Order
) -> list[Comment]:
    place = (
        func.row_number()
        .over(partition_by=col(Comment.parent_id), order_by=order.clauses())
        .label("place")
    )
    ranked = (
        select(Comment, place)
        .where(col(Comment.parent_id).in_(parent_ids))
        .where(col(Comment.pinned_at).is_(None))
        .where(policies.shown_to(viewer.actor, moderates=viewer.moderates))
        .subquery()
    )
    first = aliased(Comment, ranked)
    query = select(first).where(ranked.c.place <= REPLIES_SHOWN).order_by(ranked.c.place)
    return list(await session.scalars(query.options(bring(first.author))))


def _walk(roots: Sequence[Comment], below: dict[int, list[Comment]]) -> list[Comment]:
    walked: list[Comment] = []
    waiting = list(reversed(roots))
    while waiting:
        comment = waiting.pop()
        walked.append(comment)
        waiting.extend(reversed(below.get(comment.id, ())))
    return walked


def _more(items: Sequence[Comment], order: Order) -> dict[str, str]:
    """For each comment with replies that are not among `items`: the cursor behind the last that is.
    """
    last: dict[int, Comment] = {}
    loaded: dict[int, int] = {}
    for each in items:
        if each.parent_id is not None:
            last[each.parent_id] = each
            loaded[each.parent_id] = loaded.get(each.parent_id, 0) + 1
    return {
        str(each.id): pagination.encode(*order.cursor_key(last[each.id])) if each.id in last else ""
        for each in items
        if each.replies_count > loaded.get(each.id, 0)
    }
