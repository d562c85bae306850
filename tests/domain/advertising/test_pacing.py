"""Tests of how a budget is spread over time, and of the daily limit for a reader."""

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from hypothesis import given, strategies as st

from community.domain.advertising.pacing import compute_allowance, count_below_cap, has_allowance

START = datetime(2026, 3, 1, tzinfo=UTC)
budgets = st.integers(1, 1_000_000_000)
durations = st.timedeltas(timedelta(microseconds=1), timedelta(days=4_000))
shares = st.floats(0, 1)


@given(budgets, durations, st.lists(shares, min_size=2))
def test_the_allowance_grows_from_one_to_the_budget(
    budget: int, duration: timedelta, times: list[float]
) -> None:
    end = START + duration
    moments = sorted(START + duration * share for share in times)
    allowances = [compute_allowance(budget, START, end, moment) for moment in moments]
    assert all(1 <= allowance <= budget for allowance in allowances)
    assert all(earlier <= later for earlier, later in pairwise(allowances))
    assert compute_allowance(budget, START, end, end) == budget
    assert compute_allowance(budget, START, end, START - timedelta(microseconds=1)) == 0


@given(budgets, st.timedeltas(timedelta(hours=1), timedelta(days=4_000)), shares)
def test_the_allowance_follows_the_time_evenly(
    budget: int, duration: timedelta, share: float
) -> None:
    allowance = compute_allowance(budget, START, START + duration, START + duration * share)
    # One impression, the microsecond of rounding, and the precision of the float.
    assert abs(allowance - budget * share) <= 1 + budget * (2e-9 + 1e-12)


@given(budgets, durations, st.lists(st.tuples(shares, st.integers(0, 5)), max_size=40))
def test_readers_never_use_more_than_the_budget(
    budget: int, duration: timedelta, visits: list[tuple[float, int]]
) -> None:
    end, used = START + duration, 0
    for share, count in sorted(visits):
        for _ in range(count):
            if has_allowance(budget, used, START, end, START + duration * share):
                used += 1
    assert used <= budget


def test_a_budget_without_an_end_is_not_spread() -> None:
    assert compute_allowance(500, START, None, START) == 500
    assert has_allowance(None, 10**9, START, None, START)


@given(st.integers(1, 100), st.lists(st.integers(0, 30), max_size=50))
def test_a_reader_never_has_more_impressions_than_the_limit(cap: int, batches: list[int]) -> None:
    """The order in which processes write their batches does not matter."""
    totals = set()
    for order in (batches, batches[::-1], sorted(batches)):
        seen = 0
        for new in order:
            seen += count_below_cap(seen, new, cap)
        totals.add(seen)
    assert totals == {min(cap, sum(batches))}
    assert count_below_cap(10**6, 7, None) == 7
    assert count_below_cap(cap + 3, 7, cap) == 0
