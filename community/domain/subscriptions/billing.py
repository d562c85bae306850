"""The periods of subscriptions, and the price of a change between two plans.

Periods are counted from an anchor, so that a subscription that began on 31 January renews on 28
February and then on 31 March. Days are those of the time zone of the site.
"""

from calendar import monthrange
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Final, Literal
from zoneinfo import ZoneInfo

from community.core.money import MAX_AMOUNT, format_amount
from community.i18n import gettext as _

Period = Literal["month", "year"]

MONTHS: Final[dict[str, int]] = {"month": 1, "year": 12}


@dataclass(frozen=True, slots=True)
class Terms:
    """What a period of a plan costs, in minor units."""

    price: int
    period: Period


@dataclass(frozen=True, slots=True)
class PlanChange:
    amount: int  # what the change costs, in minor units; 0 if the old plan was worth more
    surplus: int  # what the old plan was worth more, in minor units; it becomes credit
    # Whether a new period begins with the change. Otherwise the current one goes on.
    restarts: bool


def add_periods(anchor: datetime, count: int, period: Period, zone: ZoneInfo) -> datetime:
    """Return the time `count` periods after `anchor`.

    The result has the same time of day, and the same day of the month or the last one of a shorter
    month.
    """
    local = anchor.astimezone(zone)
    year, month = divmod(local.year * 12 + local.month - 1 + count * MONTHS[period], 12)
    day = min(local.day, monthrange(year, month + 1)[1])
    return local.replace(year=year, month=month + 1, day=day).astimezone(UTC)


def compute_share(amount: int, start: datetime, end: datetime, now: datetime) -> int:
    """Return the part of `amount` for the time from `now` to `end`, rounded down."""
    whole = (end - start) // timedelta(microseconds=1)
    rest = (end - max(now, start)) // timedelta(microseconds=1)
    return amount * rest // whole if rest > 0 and whole > 0 else 0


def compute_whole(share: int, start: datetime, end: datetime, now: datetime) -> int:
    """Return the amount of which `share` is the part from `now`, the inverse of `compute_share`."""
    whole = (end - start) // timedelta(microseconds=1)
    rest = (end - max(now, start)) // timedelta(microseconds=1)
    return share * whole // rest if rest > 0 else 0


def compute_change(
    old: Terms, new: Terms, *, start: datetime, end: datetime, now: datetime, earlier: int = 0
) -> PlanChange:
    """Return what a change of the plan costs.

    With the same length of the period, the current period goes on, and the user pays the difference
    for the rest of it. Otherwise a new period begins, and what is left of the old one is deducted
    from its price.

    Args:
        earlier: What is left of a plan whose end is the start of the current period, in minor
            units. If there is something left, a new period begins.
    """
    restarts = old.period != new.period or earlier > 0
    if restarts:
        balance = new.price - compute_share(old.price, start, end, now) - earlier
    else:
        upgrade = compute_share(max(new.price - old.price, 0), start, end, now)
        downgrade = compute_share(max(old.price - new.price, 0), start, end, now)
        balance = upgrade - downgrade
    return PlanChange(amount=max(balance, 0), surplus=max(-balance, 0), restarts=restarts)


def compute_used_credit(price: int, *, available: int, minimum: int) -> int:
    """Return the part of a price that credit pays, in minor units.

    The rest is 0 or at least `minimum`, the smallest amount that the payment provider accepts.
    """
    used = min(price, available)
    return used if price - used in {0, price} else min(used, max(price - minimum, 0))


def compute_monthly_revenue(terms: Terms) -> int:
    """Return what a subscription brings in a month, in minor units, rounded to the nearest one.

    A yearly price counts with a twelfth, as in the usual definition of monthly recurring revenue.
    """
    months = MONTHS[terms.period]
    return (terms.price + months // 2) // months


def describe_price(amount: int, currency: str, period: Period | str) -> str:
    """Return a price in minor units with its period, for example "€5.00 a month"."""
    price = format_amount(amount, currency)
    if period == "month":
        return _("{price} a month", price=price)
    return _("{price} a year", price=price)


def lower_price(price: int, percent_off: int) -> int:
    """Return a price after the deduction of a promo code, rounded up to a minor unit."""
    return max(-(-price * (100 - percent_off) // 100), 1) if percent_off else min(price, MAX_AMOUNT)
