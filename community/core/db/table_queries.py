"""Queries for the records of the tables that `core/tables.py` defines."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, literal, text, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import tables
from community.core.actor import Actor
from community.core.db import table_search
from community.core.db.pagination import Page, decode_cursor, encode_cursor
from community.core.db.sessions import read_session
from community.core.tables import PAGE_SIZE, RecordId, Table, TableView

EXPORT_PAGE_SIZE: Final = 500
# By default PostgreSQL plans a query that runs often without its parameters. Then a search for a
# rare term would use the plan for a common one.
CUSTOM_PLANS: Final = text("SET LOCAL plan_cache_mode = force_custom_plan")
# Starts the cursor after a record without a sort key. Other cursors cannot contain this character.
NULL_KEY: Final = "~"


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a table with its id and its sort key."""

    id: RecordId
    value: Any
    key: Any


async def load_page(
    session: AsyncSession,
    actor: Actor,
    table: Table,
    view: TableView,
    *,
    cursor: str = "",
    limit: int = PAGE_SIZE,
) -> Page[Any]:
    """Return a page of `Record` objects.

    Runs at most two queries: if the sort key can be NULL, the rows without a key are read by a
    query of their own, because an index serves each of the two queries.

    Raises:
        NotFound: The actor is not an administrator.
        PermissionDenied: The actor may not open the section of the table.
        Invalid: The cursor is malformed.
    """
    actor.ensure_section(table.section)
    sort = table.get_sort(view.sort)
    start = _decode(table, view, cursor)
    await _use_custom_plans(session)
    conditions = tables.list_filter_conditions(table, view)
    if view.search and table.search is not None:
        conditions.append(await table_search.build_condition(session, table, view.search))
    records: list[Record] = []
    if start is None or start[0] is not None:
        after_key = [*conditions, *_after_key(table, view, start)]
        records = await _read(session, table, view, after_key, limit + 1)
    if sort.is_nullable and len(records) <= limit:
        last_id = start[1] if start is not None and start[0] is None else None
        without_key = [*conditions, *_without_key(table, view, last_id)]
        records += await _read(session, table, view, without_key, limit + 1 - len(records))
    page = records[:limit]
    next_cursor = encode_position(page[-1]) if len(records) > limit else None
    return Page(items=page, next_cursor=next_cursor)


def encode_position(record: Record) -> str:
    """Return the cursor of the page after a record."""
    if record.key is None:
        return NULL_KEY + encode_cursor(record.id)
    return encode_cursor(record.key, record.id)


async def find_record(
    session: AsyncSession, actor: Actor, table: Table, record_id: RecordId
) -> Record | None:
    """Return the record with this id, whether or not it matches the filters of a view."""
    actor.ensure_section(table.section)
    row = (await session.execute(table.select().where(table.id == record_id))).one_or_none()
    return None if row is None else Record(record_id, _get_value(row), None)


async def iter_pages(actor: Actor, table: Table, view: TableView) -> AsyncIterator[list[Record]]:
    """Yield all records of a view, page by page.

    Each page has a database session of its own, because the client can read the pages slowly.
    """
    cursor: str | None = ""
    while cursor is not None:
        async with read_session() as session:
            page = await load_page(
                session, actor, table, view, cursor=cursor, limit=EXPORT_PAGE_SIZE
            )
        yield page.items
        cursor = page.next_cursor


def _after_key(
    table: Table, view: TableView, start: tuple[Any, RecordId] | None
) -> list[ColumnElement[bool]]:
    sort = table.get_sort(view.sort)
    if start is None:
        return [sort.key.is_not(None)] if sort.is_nullable else []
    position = tuple_(literal(start[0], sort.key.type), literal(start[1], table.id.type))
    order = tuple_(sort.key, table.id)
    return [order < position if _is_descending(view) else order > position]


def _without_key(
    table: Table, view: TableView, last_id: RecordId | None
) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [table.get_sort(view.sort).key.is_(None)]
    if last_id is not None:
        conditions.append(table.id < last_id if _is_descending(view) else table.id > last_id)
    return conditions


async def _read(
    session: AsyncSession,
    table: Table,
    view: TableView,
    conditions: Sequence[ColumnElement[bool]],
    limit: int,
) -> list[Record]:
    key = table.get_sort(view.sort).key
    order = [column.desc() if _is_descending(view) else column for column in (key, table.id)]
    query: Select[Any] = (
        table.select()
        .add_columns(table.id.label("record_id"), key.label("sort_key"))
        .where(*conditions)
        .order_by(*order)
        .limit(limit)
    )
    rows = (await session.execute(query)).all()
    return [Record(row[-2], _get_value(row[:-2]), row[-1]) for row in rows]


def _get_value(columns: Sequence[Any]) -> Any:
    return columns[0] if len(columns) == 1 else tuple(columns)


def _is_descending(view: TableView) -> bool:
    return view.sort.startswith("-")


async def _use_custom_plans(session: AsyncSession) -> None:
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(CUSTOM_PLANS)


def _decode(table: Table, view: TableView, cursor: str) -> tuple[Any, RecordId] | None:
    if not cursor:
        return None
    sort = table.get_sort(view.sort)
    if sort.is_nullable and cursor.startswith(NULL_KEY):
        # Without the rest, the cursor is as malformed as `NULL_KEY` alone.
        position = cursor.removeprefix(NULL_KEY) or NULL_KEY
        [record_id] = decode_cursor(position, table.id_type) or (0,)
        return None, record_id
    return decode_cursor(cursor, sort.key_type, table.id_type)
