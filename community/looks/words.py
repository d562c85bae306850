"""Times and numbers as words. `assets/ui/words.js` says the same in the browser, word for word."""

from datetime import UTC, datetime
from typing import Final

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
_MONTHS: Final = [
    "Jan",
    "Feb",
    "Mar",
    "Apr",
    "May",
    "Jun",
    "Jul",
    "Aug",
    "Sep",
    "Oct",
    "Nov",
    "Dec",
]
_SIZES: Final = ((1_000_000_000, "B"), (1_000_000, "M"), (1_000, "K"))


def relative_time(at: datetime, now: datetime) -> str:
    """How long ago: "now", "5 min", "3 h", "2 d", "12 Nov"; "12 Nov 2025" of another year."""
    at, now = at.astimezone(UTC), now.astimezone(UTC)
    age = int((now - at).total_seconds())
    if age < MINUTE:
        return "now"
    if age < HOUR:
        return f"{age // MINUTE} min"
    if age < DAY:
        return f"{age // HOUR} h"
    if age < 7 * DAY:
        return f"{age // DAY} d"
    day = f"{at.day} {_MONTHS[at.month - 1]}"
    return day if at.year == now.year else f"{day} {at.year}"


def full_time(at: datetime) -> str:
    """The whole date for a title, in UTC: a document does not know where its reader lives."""
    at = at.astimezone(UTC)
    return f"{at.day} {at:%B %Y at %H:%M} UTC"


def full_date(at: datetime) -> str:
    """The day alone, in UTC: "12 November 2025"."""
    at = at.astimezone(UTC)
    return f"{at.day} {at:%B %Y}"


def short_count(number: int) -> str:
    """950, "1.2K", "15K", "3.4M": cut, never rounded up."""
    for size, letter in _SIZES:
        if number >= size:
            tenths = number * 10 // size
            whole, tenth = divmod(tenths, 10)
            return f"{whole}.{tenth}{letter}" if whole < 10 and tenth else f"{whole}{letter}"
    return str(number)


def more_replies(rest: int) -> str:
    """The words on the way to replies that are not on the page yet."""
    if rest <= 0:
        return "More replies"
    return "1 more reply" if rest == 1 else f"{rest} more replies"
