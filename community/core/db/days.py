"""SQL expressions for the days of times."""

from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime, time
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, union
from sqlalchemy.ext.asyncio import AsyncSession


def start_of(day: date) -> datetime:
    """Return the midnight in UTC at which the day begins."""
    return datetime.combine(day, time.min, UTC)


async def count_by_day(
    session: AsyncSession, column: Any, since: date, *conditions: ColumnElement[bool]
) -> Mapping[date, int]:
    """Return the number of rows for each day in UTC that has rows, by the time in `column`."""
    day = _day_of(session, column)
    query: Select[Any] = (
        select(day, func.count()).where(column >= start_of(since), *conditions).group_by(day)
    )
    return {_to_date(row[0]): row[1] for row in await session.execute(query)}


async def count_equal_rows_by_day(
    session: AsyncSession, rows: Select[Any], column: Any, since: date
) -> list[tuple[date, Any, int]]:
    """Return how many of `rows` are equal on a day in UTC, as the day, the row and the number."""
    day = _day_of(session, column).label("day")
    dated = rows.add_columns(day).where(column >= start_of(since)).subquery()
    counts = select(*dated.columns, func.count()).group_by(*dated.columns)
    return [(_to_date(row[-2]), row[:-2], row[-1]) for row in await session.execute(counts)]


def select_user_days(
    session: AsyncSession, user_id: Any, column: Any, since: date, *conditions: ColumnElement[bool]
) -> Select[Any]:
    day = _day_of(session, column)
    return select(user_id, day).where(column >= start_of(since), *conditions).distinct()


async def count_users_by_day(
    session: AsyncSession, queries: Sequence[Select[Any]]
) -> Mapping[date, int]:
    """Return the number of users for each day in UTC that at least one of the queries returns."""
    rows = union(*queries).subquery()
    _user_id, day = rows.columns
    counts = select(day, func.count()).group_by(day)
    return {_to_date(row[0]): row[1] for row in await session.execute(counts)}


async def find_first_day(session: AsyncSession, column: Any) -> date | None:
    """Return the day in UTC of the earliest time in `column`, or None if there are no rows."""
    first: datetime | None = await session.scalar(select(func.min(column)))
    return None if first is None else first.astimezone(UTC).date()


def _day_of(session: AsyncSession, column: Any) -> Any:
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    # SQLite stores times in UTC without a time zone.
    return func.date(column) if is_sqlite else func.date(func.timezone("UTC", column))


def _to_date(value: date | str) -> date:
    return date.fromisoformat(value) if isinstance(value, str) else value
