"""Keyset pagination: a cursor contains the sort key of the last row of a page."""

import base64
import binascii
import json
import math
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from pydantic import BaseModel

from community.core.errors import Invalid
from community.i18n import gettext as _

T = TypeVar("T")

DEFAULT_LIMIT = 20
MAX_LIMIT = 100
# Longer than the cursor of any list of the site.
MAX_CURSOR_LENGTH = 1_000


class Int32(int):
    """The type of a sort key value from a 4-byte integer column, such as a counter."""


# PostgreSQL raises an error for a number that is out of range for the column.
_UPPER_BOUNDS = {int: 2**63, Int32: 2**31}


class Page(BaseModel, Generic[T]):
    """One page of a list. `next_cursor` is None on the last page."""

    items: list[T]
    next_cursor: str | None = None


def encode_cursor(*key: datetime | float | str | UUID) -> str:
    plain = [_to_json(part) for part in key]
    return base64.urlsafe_b64encode(json.dumps(plain).encode()).decode().rstrip("=")


def decode_cursor(cursor: str | None, *types: type) -> tuple[Any, ...] | None:
    """Return the sort key that a cursor contains, or None if there is no cursor.

    Args:
        types: The expected type of each part of the sort key.

    Raises:
        Invalid: The cursor is malformed or contains values of other types.
    """
    if not cursor:
        return None
    try:
        _ensure_cursor_is_short(cursor)
        plain = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
        return tuple(
            _parse_part(kind, value) for kind, value in zip(types, list(plain), strict=True)
        )
    except (ValueError, TypeError, OverflowError, binascii.Error) as error:
        raise Invalid.for_field(
            "cursor", _("This link is no longer valid. Start from the first page.")
        ) from error


def split_page(
    rows: Sequence[T], limit: int, key: Callable[[T], tuple[Any, ...]]
) -> tuple[list[T], str | None]:
    """Return the rows of one page and the cursor of the next page, or None on the last page.

    The caller must fetch `limit + 1` rows. If the additional row exists, another page follows.
    """
    page = list(rows[:limit])
    return page, encode_cursor(*key(page[-1])) if len(rows) > limit else None


def _ensure_cursor_is_short(cursor: str) -> None:
    # A long cursor could contain JSON that is nested too deeply for the parser.
    if len(cursor) > MAX_CURSOR_LENGTH:
        raise ValueError(len(cursor))


def _to_json(part: datetime | float | str | UUID) -> float | str:
    if isinstance(part, datetime):
        return part.isoformat()
    return str(part) if isinstance(part, UUID) else part


def _parse_part(kind: type, value: Any) -> Any:
    if kind is datetime:
        time = datetime.fromisoformat(value)
        if time.tzinfo is None:
            raise ValueError(value)
        # Raises OverflowError for a time that is out of range in UTC.
        return time.astimezone(UTC)
    if isinstance(value, bool) or (kind in {str, UUID}) != isinstance(value, str):
        raise TypeError(value)
    if kind is str:
        value.encode()  # raises UnicodeEncodeError for lone surrogates, which the database rejects
    if kind in _UPPER_BOUNDS and (not isinstance(value, int) or abs(value) >= _UPPER_BOUNDS[kind]):
        raise ValueError(value)
    if kind is float and not math.isfinite(value):
        raise ValueError(value)
    return kind(value)
