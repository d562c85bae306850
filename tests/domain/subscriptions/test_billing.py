"""Tests of periods and of the price of a change between two plans."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, strategies as st

from community.domain.subscriptions.billing import (
    Period,
    Terms,
    add_periods,
    compute_change,
    compute_monthly_revenue,
    compute_share,
    compute_used_credit,
)

# Hypothesis adds the time zone.
EARLIEST, LATEST = (datetime(year, 1, 1) for year in (2020, 2060))  # noqa: DTZ001
UTC_ZONE = ZoneInfo("UTC")
START = datetime(2026, 1, 31, 12, tzinfo=UTC)
MONTHLY, EXPENSIVE, YEARLY = Terms(1_000, "month"), Terms(3_000, "month"), Terms(10_000, "year")


@pytest.mark.parametrize(
    ("anchor", "count", "period", "expected"),
    [
        ("2026-01-31", 1, "month", "2026-02-28"),
        ("2026-01-31", 2, "month", "2026-03-31"),
        ("2026-01-31", 3, "month", "2026-04-30"),
        ("2028-01-31", 1, "month", "2028-02-29"),
        ("2026-12-15", 1, "month", "2027-01-15"),
        ("2028-02-29", 1, "year", "2029-02-28"),
        ("2028-02-29", 4, "year", "2032-02-29"),
        ("2026-01-31", 0, "month", "2026-01-31"),
    ],
)
def test_a_period_ends_on_the_same_day_or_the_last_one_of_the_month(
    anchor: str, count: int, period: Period, expected: str
) -> None:
    start = datetime.fromisoformat(anchor).replace(hour=9, tzinfo=UTC)
    end = add_periods(start, count, period, UTC_ZONE)
    assert end == datetime.fromisoformat(expected).replace(hour=9, tzinfo=UTC)


def test_days_are_those_of_the_time_zone_of_the_site() -> None:
    # In Auckland it is already 1 February, so the period ends on 1 March there.
    start = datetime(2026, 1, 31, 12, tzinfo=UTC)
    assert add_periods(start, 1, "month", ZoneInfo("Pacific/Auckland")) == datetime(
        2026, 2, 28, 12, tzinfo=UTC
    )
    assert add_periods(start, 1, "month", UTC_ZONE) == datetime(2026, 2, 28, 12, tzinfo=UTC)
    late = datetime(2026, 3, 1, 2, tzinfo=UTC)  # 28 February in New York
    assert add_periods(late, 1, "month", ZoneInfo("America/New_York")).day == 29


def test_the_time_of_day_stays_when_the_clocks_change() -> None:
    start = datetime(2026, 3, 10, 8, tzinfo=UTC)  # 09:00 in Berlin
    assert add_periods(start, 1, "month", ZoneInfo("Europe/Berlin")) == datetime(
        2026, 4, 10, 7, tzinfo=UTC
    )


@given(
    start=st.datetimes(EARLIEST, LATEST, timezones=st.just(UTC)),
    count=st.integers(0, 60),
    period=st.sampled_from(["month", "year"]),
    zone=st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata"]),
)
def test_periods_follow_each_other(start: datetime, count: int, period: Period, zone: str) -> None:
    ends = [add_periods(start, count + step, period, ZoneInfo(zone)) for step in (0, 1)]
    days = (ends[1] - ends[0]).days
    assert (27 <= days <= 32) if period == "month" else (364 <= days <= 367)


def test_a_share_is_proportional_to_the_time_that_is_left() -> None:
    end = START + timedelta(days=30)
    assert compute_share(3_000, START, end, START) == 3_000
    assert compute_share(3_000, START, end, START + timedelta(days=10)) == 2_000
    assert compute_share(3_000, START, end, end) == 0
    assert compute_share(3_000, START, end, end + timedelta(days=1)) == 0
    assert compute_share(3_000, START, end, START - timedelta(days=9)) == 3_000


def test_an_upgrade_costs_the_difference_for_the_rest_of_the_period() -> None:
    change = compute_change(
        MONTHLY,
        EXPENSIVE,
        start=START,
        end=START + timedelta(days=30),
        now=START + timedelta(days=15),
    )
    assert (change.amount, change.surplus, change.restarts) == (1_000, 0, False)


def test_a_downgrade_leaves_a_surplus() -> None:
    change = compute_change(
        EXPENSIVE,
        MONTHLY,
        start=START,
        end=START + timedelta(days=30),
        now=START + timedelta(days=15),
    )
    assert (change.amount, change.surplus, change.restarts) == (0, 1_000, False)


def test_a_change_of_the_period_begins_a_new_one() -> None:
    change = compute_change(
        MONTHLY,
        YEARLY,
        start=START,
        end=START + timedelta(days=30),
        now=START + timedelta(days=15),
    )
    assert (change.amount, change.surplus, change.restarts) == (9_500, 0, True)


@given(
    old=st.builds(Terms, st.integers(1, 10**9), st.sampled_from(["month", "year"])),
    new=st.builds(Terms, st.integers(1, 10**9), st.sampled_from(["month", "year"])),
    earlier=st.integers(0, 10**9),
    passed=st.floats(0, 1),
)
def test_a_change_never_takes_more_than_the_price_and_never_loses_money(
    old: Terms, new: Terms, earlier: int, passed: float
) -> None:
    end = START + timedelta(days=30)
    now = START + passed * (end - START)
    change = compute_change(old, new, start=START, end=end, now=now, earlier=earlier)
    assert 0 <= change.amount <= new.price
    assert change.surplus <= old.price + earlier
    assert change.amount == 0 or change.surplus == 0
    if change.restarts:
        rest = compute_share(old.price, START, end, now) + earlier
        assert change.amount - change.surplus == new.price - rest


@given(price=st.integers(1, 10**6), available=st.integers(0, 10**6), minimum=st.integers(0, 100))
def test_credit_leaves_nothing_or_what_the_provider_accepts(
    price: int, available: int, minimum: int
) -> None:
    used = compute_used_credit(price, available=available, minimum=minimum)
    assert 0 <= used <= min(price, available)
    rest = price - used
    assert rest == 0 or rest >= min(minimum, price)
    # As much as possible is used.
    assert used == min(price, available) or rest == minimum or price < minimum


def test_a_year_counts_as_twelve_months_of_revenue() -> None:
    assert compute_monthly_revenue(Terms(12_000, "year")) == 1_000
    assert compute_monthly_revenue(Terms(999, "month")) == 999
