"""Filters of the tables of the Admin Panel (`definitions.py`)."""

from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock

# The days of each choice of `period_filter`, by its code.
_PERIODS: Final = {"day": 1, "week": 7, "month": 30, "year": 365}


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a filter. `condition` is called for each query, because it may use the time."""

    code: str
    condition: Callable[[], ColumnElement[bool]]


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter with a fixed list of choices."""

    code: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class IdFilter:
    """A filter by the id of another record, for example of the author. Links to a table set it."""

    code: str
    condition: Callable[[int], ColumnElement[bool]]
    # Returns the id of the record with a name that the viewer typed, and None if there is none.
    # Without it, only links can set the filter.
    find: Callable[[AsyncSession, str], Awaitable[int | None]] | None = None
    # Returns the name of the record with an id, or an empty string
    describe: Callable[[AsyncSession, int], Awaitable[str]] | None = None


def period_filter(
    code: str,
    time: Any,
    *,
    with_year: bool = False,
    build_condition: Callable[[datetime], ColumnElement[bool]] | None = None,
) -> Filter:
    def since(days: int) -> Callable[[], ColumnElement[bool]]:
        condition = build_condition or (lambda start: time >= start)
        return lambda: condition(clock.now() - timedelta(days=days))

    return Filter(
        code,
        tuple(
            Choice(name, since(days))
            for name, days in _PERIODS.items()
            if with_year or name != "year"
        ),
    )


def value_filter(
    code: str, values: Iterable[str], build_condition: Callable[[Any], ColumnElement[bool]]
) -> Filter:
    """Return a filter with one choice for each of `values`.

    Args:
        build_condition: Returns the condition for the records with a value.
    """
    return Filter(code, tuple(Choice(value, partial(build_condition, value)) for value in values))


def reference_filter(code: str, column: Any, **lookup: Any) -> IdFilter:
    """Return a filter by the id in a column.

    Args:
        lookup: The attributes `find` and `describe` of `IdFilter`.
    """
    return IdFilter(code, lambda record_id: column == record_id, **lookup)
