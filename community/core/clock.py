"""The current time. All code calls `now()`, so that tests can shift the time with `travel`."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

_offset: ContextVar[timedelta] = ContextVar("clock_offset", default=timedelta(0))


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC) + _offset.get()


def format_iso(time: datetime) -> str:
    """Return `time` as text in the format that the API and the pages use.

    The format is ISO 8601 in UTC with milliseconds, for example `2025-11-12T09:30:00.000Z`.
    """
    return time.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@contextmanager
def travel(offset: timedelta) -> Iterator[None]:
    """Add `offset` to the time that `now()` returns inside the `with` block.

    A negative offset shifts the time to the past.
    """
    token = _offset.set(_offset.get() + offset)
    try:
        yield
    finally:
        _offset.reset(token)
