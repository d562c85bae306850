"""Queries for the records of the tables that `definitions.py` defines."""

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, func, literal, not_, select, text, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.db.pagination import Page, decode_cursor, encode_cursor
from community.core.db.sessions import read_session
from community.domain.tables import definitions, search
from community.domain.tables.definitions import PAGE_SIZE, RecordId, Sort, Table, TableView

EXPORT_PAGE_SIZE: Final = 500
# More records are counted as this number and one, so that counting stays fast in large tables.
MAX_COUNTED: Final = 10_000
# By default PostgreSQL plans a query that runs often without its parameters. Then a search for a
# rare term would use the plan for a common one.
CUSTOM_PLANS: Final = text("SET LOCAL plan_cache_mode = force_custom_plan")
# Starts the cursor after a record of the last part. Other cursors cannot contain this character.
LAST_PART: Final = "~"


@dataclass(frozen=True, slots=True)
class Record:
    """A record of a table with its id and its sort key."""

    id: RecordId
    value: Any
    key: Any
    is_last: bool = False  # whether the sort puts the record after others, whatever its key is


@dataclass(frozen=True, slots=True)
class _Part:
    """The records that one query reads."""

    condition: ColumnElement[bool] | None = None  # the condition of the records, or None for all
    is_last: bool = False
    has_key: bool = True  # whether the sort key of the records is not NULL

    def list_conditions(self) -> list[ColumnElement[bool]]:
        return [] if self.condition is None else [self.condition]


@dataclass(frozen=True, slots=True)
class _Position:
    """The position of the record after which a page starts."""

    key: Any
    id: RecordId
    is_last: bool


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

    Runs at most two queries: if the sort puts some records first or last, a query of their own
    reads them, because an index serves each of the two queries.
    """
    actor.ensure_section(table.section)
    start = _decode(table, view, cursor)
    await _use_custom_plans(session)
    conditions = await _list_conditions(session, table, view)
    records: list[Record] = []
    for part in _list_parts(table.get_sort(view.sort)):
        if len(records) > limit or (start is not None and start.is_last and not part.is_last):
            continue
        query = _select_page(table, view).where(*conditions, *part.list_conditions())
        if start is not None and start.is_last == part.is_last:
            query = query.where(_is_after(table, view, start, part))
        rows = (await session.execute(query.limit(limit + 1 - len(records)))).all()
        records += [
            Record(row[-2], _get_value(row[:-2]), row[-1], is_last=part.is_last) for row in rows
        ]
    page = records[:limit]
    next_cursor = encode_position(page[-1]) if len(records) > limit else None
    return Page(items=page, next_cursor=next_cursor)


def encode_position(record: Record) -> str:
    """Return the cursor of the page after a record."""
    key = [] if record.key is None else [record.key]
    prefix = LAST_PART if record.is_last or not key else ""
    return prefix + encode_cursor(*key, record.id)


async def count_matching(
    session: AsyncSession,
    actor: Actor,
    table: Table,
    view: TableView,
    *,
    limit: int | None = None,
) -> int:
    """Return how many records match, at most the limit (by default `MAX_COUNTED`) and one."""
    actor.ensure_section(table.section)
    await _use_custom_plans(session)
    conditions = await _list_conditions(session, table, view)
    limit = MAX_COUNTED if limit is None else limit
    rows = table.select().where(*conditions).limit(limit + 1).subquery()
    return await session.scalar(select(func.count()).select_from(rows)) or 0


async def find_record(
    session: AsyncSession, actor: Actor, table: Table, record_id: RecordId
) -> Record | None:
    """Return the record with this id, whether or not it matches the filters of a view."""
    actor.ensure_section(table.section)
    row = (await session.execute(table.select().where(table.id == record_id))).one_or_none()
    return None if row is None else Record(record_id, _get_value(row), None)


async def list_ids(
    session: AsyncSession,
    table: Table,
    view: TableView,
    *,
    after: RecordId | None,
    last: RecordId | None,
    limit: int,
) -> list[RecordId]:
    """Return the ids of the next records that match, in the order of their ids."""
    await _use_custom_plans(session)
    query = _select_ids(table).where(*await _list_conditions(session, table, view))
    if after is not None:
        query = query.where(table.id > after)
    if last is not None:
        query = query.where(table.id <= last)
    return list((await session.scalars(query.order_by(table.id).limit(limit))).all())


async def find_last_id(session: AsyncSession, table: Table, view: TableView) -> RecordId | None:
    """Return the largest id of the records that match, or None if nothing matches."""
    query = _select_ids(table).where(*await _list_conditions(session, table, view))
    found: RecordId | None = await session.scalar(query.order_by(table.id.desc()).limit(1))
    return found


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


async def _list_conditions(
    session: AsyncSession, table: Table, view: TableView
) -> list[ColumnElement[bool]]:
    conditions = definitions.list_filter_conditions(table, view)
    if view.search and table.search is not None:
        conditions.append(await search.build_condition(session, table, view.search))
    return conditions


def _list_parts(sort: Sort) -> list[_Part]:
    if sort.leading is not None:
        return [_Part(sort.leading), _Part(not_(sort.leading), is_last=True)]
    if sort.is_nullable:
        without_key = _Part(sort.key.is_(None), is_last=True, has_key=False)
        return [_Part(sort.key.is_not(None)), without_key]
    return [_Part()]


def _is_after(table: Table, view: TableView, start: _Position, part: _Part) -> ColumnElement[bool]:
    key = table.get_sort(view.sort).key
    if part.has_key:
        order: Any = tuple_(key, table.id)
        position: Any = tuple_(literal(start.key, key.type), literal(start.id, table.id.type))
    else:
        order, position = table.id, start.id
    condition: ColumnElement[bool] = order < position if _is_descending(view) else order > position
    return condition


def _select_page(table: Table, view: TableView) -> Select[Any]:
    key = table.get_sort(view.sort).key
    order = [column.desc() if _is_descending(view) else column for column in (key, table.id)]
    query: Select[Any] = (
        table.select()
        .add_columns(table.id.label("record_id"), key.label("sort_key"))
        .order_by(*order)
    )
    return query


def _select_ids(table: Table) -> Select[Any]:
    return table.select().with_only_columns(table.id, maintain_column_froms=True)


def _get_value(columns: Sequence[Any]) -> Any:
    return columns[0] if len(columns) == 1 else tuple(columns)


def _is_descending(view: TableView) -> bool:
    return view.sort.startswith("-")


async def _use_custom_plans(session: AsyncSession) -> None:
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(CUSTOM_PLANS)


def _decode(table: Table, view: TableView, cursor: str) -> _Position | None:
    if not cursor:
        return None
    parts = _list_parts(table.get_sort(view.sort))
    part = parts[-1] if cursor.startswith(LAST_PART) else parts[0]
    # Without the rest, the cursor is as malformed as the mark alone.
    position = (cursor.removeprefix(LAST_PART) if part.is_last else cursor) or LAST_PART
    types = (table.get_sort(view.sort).key_type, table.id_type)
    values = decode_cursor(position, *(types if part.has_key else types[1:])) or (None, 0)
    return _Position(values[0] if part.has_key else None, values[-1], part.is_last)
