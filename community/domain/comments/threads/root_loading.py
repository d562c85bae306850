"""Queries that load a page of comments of the same level, for example the first root comments."""

from functools import lru_cache
from typing import Any

from sqlalchemy import Integer, Select, bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.actor import Actor
from community.core.db import pagination
from community.domain.comments import policies, tree
from community.domain.comments.threads.rows import load_comment_rows, select_comment_rows
from community.domain.comments.threads.serializers import Viewer
from community.domain.comments.threads.tree_loading import STATEMENT_CACHE_SIZE
from community.models import Comment


def select_visible_comments(viewer: Viewer) -> Select[Any]:
    return _select_visible_comments(viewer.actor.user_id, viewer.scope)


async def load_roots(
    session: AsyncSession, viewer: Viewer, order: tree.Order, cursor: str | None, limit: int
) -> tuple[list[Comment], str | None]:
    """Return up to `limit` root comments and the cursor of the next page.

    The first page starts with the pinned comment, even if it is a reply. The pinned comment does
    not count towards `limit`.
    """
    roots = _select_roots(viewer.actor.user_id, order, viewer.scope)
    parameters = {"post_id": viewer.post.id}
    if cursor is not None:
        return await load_page(session, roots, order, cursor, limit, parameters=parameters)
    pinned = await load_comment_rows(
        session,
        _select_pinned(viewer.actor.user_id, viewer.scope),
        parameters,
    )
    page, next_cursor = await load_page(session, roots, order, None, limit, parameters=parameters)
    return [*pinned, *page], next_cursor


async def load_page(
    session: AsyncSession,
    query: Select[Any],
    order: tree.Order,
    cursor: str | None,
    limit: int,
    *,
    parameters: dict[str, Any] | None = None,
) -> tuple[list[Comment], str | None]:
    """Return up to `limit` comments of `query` and the cursor of the next page."""
    after_cursor = order.build_cursor_condition(cursor)
    if after_cursor is not None:
        query = query.where(after_cursor)
    rows = await load_comment_rows(session, query, {**(parameters or {}), "row_limit": limit + 1})
    return pagination.split_page(rows, limit, order.get_cursor_values)


def sort_and_limit(query: Select[Any], order: tree.Order) -> Select[Any]:
    """Return `query` in a sort order, limited to as many rows as the parameter `row_limit` says."""
    return query.order_by(*order.build_order_by()).limit(bindparam("row_limit", type_=Integer))


# Building a query takes longer than running it, so the queries are cached.
@lru_cache(maxsize=STATEMENT_CACHE_SIZE)
def _select_visible_comments(reader_id: int | None, scope: policies.ModerationScope) -> Select[Any]:
    visible = policies.visible_to(Actor(user_id=reader_id), scope)
    return select_comment_rows().where(visible)


@lru_cache(maxsize=STATEMENT_CACHE_SIZE)
def _select_roots(
    reader_id: int | None, order: tree.Order, scope: policies.ModerationScope
) -> Select[Any]:
    roots = _select_visible_comments(reader_id, scope).where(
        col(Comment.post_id) == bindparam("post_id"),
        col(Comment.depth) == 0,
        col(Comment.pinned_at).is_(None),
    )
    return sort_and_limit(roots, order)


@lru_cache(maxsize=STATEMENT_CACHE_SIZE)
def _select_pinned(reader_id: int | None, scope: policies.ModerationScope) -> Select[Any]:
    return _select_visible_comments(reader_id, scope).where(
        col(Comment.post_id) == bindparam("post_id"), col(Comment.pinned_at).is_not(None)
    )
