"""Parses the period of time that a search is limited to."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from community.core.errors import Invalid
from community.i18n import gettext as _

MAX_TIME_LENGTH: Final = 40
_DATE_LENGTH: Final = len("2026-01-31")


def parse_start(text: str) -> datetime | None:
    """Return the beginning of a day, or a time, or None for an empty text.

    Args:
        text: A date, or a time in ISO 8601. Without a time zone, it is in UTC.

    Raises:
        Invalid: The text is neither.
    """
    return _parse(text, field="from")[0] if text.strip() else None


def parse_end(text: str) -> datetime | None:
    """Return the time before which a text was published that is not younger than a day or a time.

    Raises:
        Invalid: The text is neither a date nor a time.
    """
    if not text.strip():
        return None
    start, length = _parse(text, field="to")
    try:
        return start + length
    except OverflowError:
        return start


def _parse(text: str, *, field: str) -> tuple[datetime, timedelta]:
    """Return the first moment that the text names, and how long after it the next one begins."""
    text = text.strip()
    try:
        if len(text) <= _DATE_LENGTH:
            midnight = datetime.combine(date.fromisoformat(text), time(), UTC)
            return midnight, timedelta(days=1)
        moment = datetime.fromisoformat(text[:MAX_TIME_LENGTH])
        moment = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        return moment.astimezone(UTC), timedelta(microseconds=1)
    except (ValueError, OverflowError) as error:
        message = _("Enter a date, for example 2026-01-31.")
        raise Invalid.for_field(field, message) from error
