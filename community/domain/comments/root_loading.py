"""Queries that load a page of comments of the same level, for example the first root comments."""

from functools import lru_cache
from typing import Any

from sqlalchemy import Select, bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import pagination
from community.core.actor import Actor
from community.domain.comments import policies
from community.domain.comments.order import Order
from community.domain.comments.rows import load_comment_rows, select_comment_rows
from community.domain.comments.serializers import Viewer
from community.domain.comments.tree_loading import STATEMENT_CACHE_SIZE
from community.models import Comment


def select_visible_comments(viewer: Viewer) -> Select[Any]:
    return _select_visible_comments(viewer.actor.user_id, can_moderate=viewer.can_moderate)


async def load_roots(
    session: AsyncSession, viewer: Viewer, order: Order, cursor: str | None, limit: int
) -> tuple[list[Comment], str | None]:
    """Return up to `limit` root comments and the cursor of the next page.

    The first page starts with the pinned comment, even if it is a reply.
    """
    roots = _select_roots(viewer.actor.user_id, can_moderate=viewer.can_moderate)
    parameters = {"post_id": viewer.post.id}
    if cursor is not None:
        return await load_page(session, roots, order, cursor, limit, parameters=parameters)
    pinned = await load_comment_rows(
        session,
        _select_pinned(viewer.actor.user_id, can_moderate=viewer.can_moderate),
        parameters,
    )
    if limit == len(pinned):
        query = roots.order_by(*order.build_order_by()).limit(1)
        first = await load_comment_rows(session, query, parameters)
        return pinned, order.encode_cursor_starting_at(first[0]) if first else None
    page, next_cursor = await load_page(
        session, roots, order, None, limit - len(pinned), parameters=parameters
    )
    return [*pinned, *page], next_cursor


async def load_page(
    session: AsyncSession,
    query: Select[Any],
    order: Order,
    cursor: str | None,
    limit: int,
    *,
    parameters: dict[str, Any] | None = None,
) -> tuple[list[Comment], str | None]:
    """Return up to `limit` comments of `query` and the cursor of the next page."""
    after_cursor = order.build_cursor_condition(cursor)
    if after_cursor is not None:
        query = query.where(after_cursor)
    query = query.order_by(*order.build_order_by()).limit(limit + 1)
    rows = await load_comment_rows(session, query, parameters)
    return pagination.split_page(rows, limit, order.get_cursor_values)


# Building a query takes longer than running it, so the queries are cached.
@lru_cache(maxsize=STATEMENT_CACHE_SIZE)
def _select_visible_comments(reader_id: int | None, *, can_moderate: bool) -> Select[Any]:
    visible = policies.visible_to(Actor(user_id=reader_id), can_moderate=can_moderate)
    return select_comment_rows().where(visible)


@lru_cache(maxsize=STATEMENT_CACHE_SIZE)
def _select_roots(reader_id: int | None, *, can_moderate: bool) -> Select[Any]:
    return _select_visible_comments(reader_id, can_moderate=can_moderate).where(
        col(Comment.post_id) == bindparam("post_id"),
        col(Comment.depth) == 0,
        col(Comment.pinned_at).is_(None),
    )


@lru_cache(maxsize=STATEMENT_CACHE_SIZE)
def _select_pinned(reader_id: int | None, *, can_moderate: bool) -> Select[Any]:
    return _select_visible_comments(reader_id, can_moderate=can_moderate).where(
        col(Comment.post_id) == bindparam("post_id"), col(Comment.pinned_at).is_not(None)
    )
