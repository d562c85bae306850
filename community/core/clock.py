"""The current time, and times that clients send.

All code calls `now()`, so that tests can shift the time with `travel`.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, datetime, timedelta
from typing import Annotated

from pydantic import AfterValidator, AwareDatetime

from community.i18n import gettext as _

_offset: ContextVar[timedelta] = ContextVar("clock_offset", default=timedelta(0))


def convert_to_utc(time: datetime) -> datetime:
    """Return a time with a time zone in UTC.

    Raise ValueError if it is before the year 1 or after the year 9999 there.
    """
    try:
        return time.astimezone(UTC)
    except OverflowError:
        raise ValueError(_("This is not a valid date and time.")) from None


# A time with a time zone, in UTC.
UtcTime = Annotated[AwareDatetime, AfterValidator(convert_to_utc)]


def now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC) + _offset.get()


def is_past(until: datetime | None) -> bool:
    """Return whether a ban or a similar state has ended. None stands for one without an end.

    Nothing runs at the end, because conditions compare it with the current time.
    """
    return until is not None and until <= now()


def format_iso(time: datetime) -> str:
    """Return `time` in ISO 8601 in UTC with milliseconds, such as `2025-11-12T09:30:00.000Z`."""
    utc = time if time.tzinfo is UTC else time.astimezone(UTC)
    return utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")


@contextmanager
def travel(offset: timedelta) -> Iterator[None]:
    """Add `offset`, which can be negative, to the time that `now()` returns in the block."""
    token = _offset.set(_offset.get() + offset)
    try:
        yield
    finally:
        _offset.reset(token)
