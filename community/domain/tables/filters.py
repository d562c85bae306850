"""Filters of the tables of the Admin Panel (`definitions.py`)."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Any, Final

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.i18n import noop

# The code, the untranslated label and the days of each choice of `period_filter`.
_PERIODS: Final = (
    ("day", noop("Last 24 hours"), 1),
    ("week", noop("Last 7 days"), 7),
    ("month", noop("Last 30 days"), 30),
    ("year", noop("Last 365 days"), 365),
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice of a filter. `condition` is called for each query, because it may use the time."""

    code: str
    label: str
    condition: Callable[[], ColumnElement[bool]]


@dataclass(frozen=True, slots=True)
class Filter:
    """A filter with a fixed list of choices."""

    code: str
    label: str
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class IdFilter:
    """A filter by the id of another record, for example of the author. Links to a table set it.

    Attributes:
        find: Returns the id of the record with a name that the viewer typed, and None if there is
            none. Without it, only links can set the filter.
        describe: Returns the name of the record with an id, or an empty string.
        placeholder: What the viewer types, untranslated, marked with `noop`.
    """

    code: str
    label: str
    condition: Callable[[int], ColumnElement[bool]]
    find: Callable[[AsyncSession, str], Awaitable[int | None]] | None = None
    describe: Callable[[AsyncSession, int], Awaitable[str]] | None = None
    placeholder: str = ""


def period_filter(
    code: str,
    label: str,
    time: Any,
    *,
    with_year: bool = False,
    build_condition: Callable[[datetime], ColumnElement[bool]] | None = None,
) -> Filter:
    """Return the filter for records of the last days.

    Args:
        time: The SQL expression of the time of a record.
        build_condition: Returns the condition for records since a time. By default it compares
            `time`.
    """

    def since(days: int) -> Callable[[], ColumnElement[bool]]:
        condition = build_condition or (lambda start: time >= start)
        return lambda: condition(clock.now() - timedelta(days=days))

    periods = _PERIODS if with_year else _PERIODS[:-1]
    return Filter(
        code, label, tuple(Choice(name, text, since(days)) for name, text, days in periods)
    )


def label_filter(
    code: str,
    label: str,
    labels: Mapping[Any, str],
    build_condition: Callable[[Any], ColumnElement[bool]],
) -> Filter:
    """Return the filter for records with one of some values.

    Args:
        labels: The untranslated labels of the values, in the order of the choices.
        build_condition: Returns the condition for records with a value.
    """
    choices = (
        Choice(value, text, partial(build_condition, value)) for value, text in labels.items()
    )
    return Filter(code, label, tuple(choices))


def reference_filter(code: str, label: str, column: Any, **lookup: Any) -> IdFilter:
    """Return the filter for records whose column has the id of another record.

    Args:
        lookup: The further attributes of `IdFilter`.
    """
    return IdFilter(code, label, lambda record_id: column == record_id, **lookup)
