"""The time, asked in one place so that a test can move it."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta

_offset: ContextVar[timedelta] = ContextVar("clock_offset", default=timedelta(0))


def now() -> datetime:
    """The current moment, aware, in UTC."""
    return datetime.now(UTC) + _offset.get()


def iso(moment: datetime) -> str:
    """A moment as everybody is told it: ISO 8601 in UTC with `Z` and milliseconds."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


@contextmanager
def moved(by: timedelta) -> Iterator[None]:
    """Inside the block it is `by` later (or earlier) than it really is."""
    token = _offset.set(_offset.get() + by)
    try:
        yield
    finally:
        _offset.reset(token)
