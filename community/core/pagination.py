"""Keyset pages: a cursor holds the sort key of the last row, never a count of rows to skip."""

import base64
import binascii
import json
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from community.core.errors import Invalid

T = TypeVar("T")

DEFAULT_LIMIT = 20
MAX_LIMIT = 100
# Far above the sort key of any list of ours.
LONGEST_CURSOR = 1_000


class Count(int):
    """The kind of a sort key that is kept in four bytes, as `models.columns.counter` is."""


# PostgreSQL compares nothing with a number that the column could not hold.
_LARGEST = {int: 2**63, Count: 2**31}


class Page(BaseModel, Generic[T]):
    """One page of a list; `next_cursor` is None on the last."""

    items: list[T]
    next_cursor: str | None = None


def encode(*key: datetime | float | str) -> str:
    """An opaque cursor for a sort key."""
    plain = [part.isoformat() if isinstance(part, datetime) else part for part in key]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def decode(cursor: str | None, *kinds: type) -> tuple[Any, ...] | None:
    """The sort key in a cursor, each part of the kind that is asked for; None without a cursor.

    Raises:
        Invalid: the cursor is not one that `encode` made for these kinds.
    """
    if not cursor:
        return None
    try:
        _ensure_short(cursor)
        plain = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        return tuple(_part(kind, value) for kind, value in zip(kinds, list(plain), strict=True))
    except (ValueError, TypeError, OverflowError, binascii.Error) as error:
        raise Invalid.field(
            "cursor", "This page address is not valid. Start from the first page."
        ) from error


def cut(
    rows: Sequence[T], limit: int, key: Callable[[T], tuple[Any, ...]]
) -> tuple[list[T], str | None]:
    """The first `limit` of `limit + 1` fetched rows, and the cursor of the next page if there is
    one.
    """
    page = list(rows[:limit])
    return page, encode(*key(page[-1])) if len(rows) > limit else None


def _ensure_short(cursor: str) -> None:
    """What is much longer than a sort key is none, and may be nested too deeply to be read."""
    if len(cursor) > LONGEST_CURSOR:
        raise ValueError(len(cursor))


def _part(kind: type, value: Any) -> Any:
    if kind is datetime:
        moment = datetime.fromisoformat(value)
        if moment.tzinfo is None:
            raise ValueError(value)
        # The database compares in UTC: a moment before the year 1 there is none.
        return moment.astimezone(UTC)
    if isinstance(value, bool) or (kind is str) != isinstance(value, str):
        raise TypeError(value)
    if kind is str:
        value.encode()  # half a character cannot be stored, so that no row has it
    if kind in _LARGEST and (not isinstance(value, int) or abs(value) >= _LARGEST[kind]):
        raise ValueError(value)
    if kind is float and not math.isfinite(value):
        raise ValueError(value)
    return kind(value)
