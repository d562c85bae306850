"""Format dates, numbers and sizes in the active language.

The functions in `assets/ui/formats.js` must return the same texts.
"""

import re
from datetime import UTC, date, datetime, time
from decimal import Decimal
from functools import lru_cache
from typing import Final

from babel.dates import format_date, format_skeleton, format_time
from babel.numbers import (
    format_compact_decimal,
    format_currency,
    format_decimal,
    format_percent,
    get_currency_name,
)
from babel.units import format_unit

from community.i18n.translation import active_language, gettext as _

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
DAY: Final = 24 * HOUR
WEEK: Final = 7 * DAY

_BYTES_PER_UNIT: Final = 1_024
# Babel writes no space between the code of a currency and the amount ("CHF4.50").
_LETTER_BEFORE_DIGIT: Final = re.compile(r"(?<=[^\W\d_])(?=\d)")
# Larger sizes have no decimals.
_MIN_WHOLE_SIZE: Final = 100

CACHED_DATES: Final = 2_000

# English dates use the British format with the day first, for example "12 November 2025". Number
# formats do not depend on the region.
DATE_LOCALES: Final = {"en": "en_GB", "ru": "ru_RU"}


def date_locale() -> str:
    return DATE_LOCALES[active_language()]


def format_relative_time(at: datetime, now: datetime) -> str:
    """Return how long `at` was before `now`, for example "now", "5 min", "3 h" or "2 d".

    A time in the future is, for example, "in 5 min". If `at` is more than a week away, return the
    date, for example "12 Nov". The date contains the year if it is not the current year.
    """
    at, now = at.astimezone(UTC), now.astimezone(UTC)
    age = int((now - at).total_seconds())
    if abs(age) < MINUTE:
        return _("now")
    text = _format_age(age) if age > 0 else _format_time_until(-age)
    return text or _format_short_date(at.date(), date_locale(), has_year=at.year != now.year)


def format_money(amount: Decimal, currency: str) -> str:
    """Return an amount in whole units with its currency, for example "€4.50" or "CHF 4.50"."""
    text = format_currency(amount, currency, locale=active_language())
    return _LETTER_BEFORE_DIGIT.sub("\N{NO-BREAK SPACE}", text)


def format_currency_name(currency: str) -> str:
    """Return the name of a currency, for example "Euro"."""
    return get_currency_name(currency, locale=active_language())


def _format_age(seconds: int) -> str:
    if seconds < HOUR:
        return _("{n} min", n=seconds // MINUTE)
    if seconds < DAY:
        return _("{n} h", n=seconds // HOUR)
    return _("{n} d", n=seconds // DAY) if seconds < WEEK else ""


def _format_time_until(seconds: int) -> str:
    """Return the rounded time, so that something scheduled for three days is not "in 2 d"."""
    minutes, hours, days = ((seconds + unit // 2) // unit for unit in (MINUTE, HOUR, DAY))
    if minutes * MINUTE < HOUR:
        return _("in {n} min", n=minutes)
    if hours * HOUR < DAY:
        return _("in {n} h", n=hours)
    return _("in {n} d", n=days) if days * DAY < WEEK else ""


def format_short_date(day: date) -> str:
    """Return the date without the year, for example "12 Nov"."""
    return _format_short_date(day, date_locale(), has_year=False)


def format_full_time(at: datetime) -> str:
    """Return the date and time in UTC, for example "12 November 2025 at 09:30 UTC".

    The server uses UTC, because the same cached page is sent to readers in all time zones. The
    browser then replaces the text with the local time.
    """
    at = at.astimezone(UTC)
    return _(
        "{date} at {time} UTC",
        date=format_full_date(at),
        time=_format_short_time(at.hour, at.minute, date_locale()),
    )


def format_full_date(at: datetime) -> str:
    """Return the date in UTC, for example "12 November 2025"."""
    return _format_long_date(at.astimezone(UTC).date(), date_locale())


# Babel takes about 30 µs to format a date, and a page of comments has two hundred dates.
@lru_cache(maxsize=CACHED_DATES)
def _format_long_date(day: date, locale: str) -> str:
    return _normalize_date(format_date(day, "long", locale=locale))


@lru_cache(maxsize=CACHED_DATES)
def _format_short_date(day: date, locale: str, *, has_year: bool) -> str:
    skeleton = "yMMMd" if has_year else "MMMd"
    return _normalize_date(format_skeleton(skeleton, day, locale=locale))


@lru_cache(maxsize=CACHED_DATES)
def _format_short_time(hour: int, minute: int, locale: str) -> str:
    return format_time(time(hour, minute), "short", locale=locale)


def format_number(value: float) -> str:
    """Return `value` with thousands separators, for example "12,345" or "12,345.5"."""
    return format_decimal(value, locale=active_language())


def format_change(ratio: float) -> str:
    """Return a relative change as a percentage with its sign, for example "+12%"."""
    sign = "+" if ratio > 0 else "−"
    return sign + format_percent(abs(ratio), locale=active_language())


def format_share(ratio: float) -> str:
    """Return a part of a whole as a percentage with at most one decimal, for example "3.5%"."""
    share = Decimal(str(round(ratio, 3))).normalize()
    return format_percent(share, locale=active_language(), decimal_quantization=False)


def format_rate(hundredths: int) -> str:
    """Return hundredths of a percent as a percentage, for example "19%" or "8.1%"."""
    share = Decimal(hundredths).scaleb(-4).normalize()
    return format_percent(share, locale=active_language(), decimal_quantization=False)


def format_size(size: int) -> str:
    """Return a number of bytes in kB or a larger unit, for example "1.2 MB"."""
    value, unit = size / _BYTES_PER_UNIT, "kilobyte"
    for larger in ("megabyte", "gigabyte", "terabyte"):
        if value < _BYTES_PER_UNIT:
            break
        value, unit = value / _BYTES_PER_UNIT, larger
    pattern = "#,##0.#" if value < _MIN_WHOLE_SIZE else "#,##0"
    text = format_unit(
        value, f"digital-{unit}", length="short", format=pattern, locale=active_language()
    )
    return _normalize_spaces(text)


def format_file_size(size: int) -> str:
    """Return the size of a file in bytes as a text, for example "340 kB" or "1.2 MB"."""
    is_large = size >= 1_000_000
    amount = size / 1_000_000 if is_large else max(1, round(size / 1_000))
    return _normalize_spaces(
        format_unit(
            amount,
            "digital-megabyte" if is_large else "digital-kilobyte",
            length="short",
            format="#,##0.#" if is_large else "#,##0",
            locale=active_language(),
        )
    )


def format_short_count(value: int) -> str:
    """Return a number in a short form with at most three digits, rounded down.

    Examples are "950", "1.2K", "15K" and "3.4M".
    """
    if value < 1_000:
        return str(value)
    unit = 1_000
    while value >= unit * 1_000 and unit < 1_000_000_000:
        unit *= 1_000
    digits = 1 if value < 10 * unit else 0
    step = unit // 10**digits
    return format_compact_decimal(
        value // step * step, fraction_digits=digits, locale=active_language()
    )


def _normalize_date(date: str) -> str:
    """Remove the word for "year" from Russian dates.

    It is an abbreviation with a dot ("12 ноября 2025 г."), so that sentences would end with two.
    """
    return _normalize_spaces(date).removesuffix(" г.")


def _normalize_spaces(date: str) -> str:
    """Replace no-break spaces with normal spaces.

    Babel and browsers use different kinds of spaces in dates. Without this function, the server and
    the browser would format the same date differently.
    """
    return date.replace("\u202f", " ").replace("\u00a0", " ")
