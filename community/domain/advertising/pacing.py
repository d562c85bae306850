"""How many impressions count under a limit, or may be used by a time to spread them evenly."""

from datetime import datetime

_SECOND = 1_000_000


def compute_allowance(
    budget: int, starts_at: datetime, ends_at: datetime | None, now: datetime
) -> int:
    """Return how many impressions of the budget may be used by `now`.

    The share of the budget is that of the elapsed time, rounded up, so that an advertisement runs
    from its start. Without an end, the whole budget may be used at once. What was not used for
    lack of readers may be used later.
    """
    if ends_at is None or now >= ends_at:
        return budget
    if now < starts_at:
        return 0
    # Integers, because a float cannot hold the product exactly.
    elapsed = _count_microseconds(starts_at, now) + 1
    total = _count_microseconds(starts_at, ends_at)
    return min(budget, -(-budget * elapsed // total))


def has_allowance(
    budget: int | None,
    impressions: int,
    starts_at: datetime,
    ends_at: datetime | None,
    now: datetime,
) -> bool:
    """Return whether the advertisement may be shown once more now."""
    return budget is None or impressions < compute_allowance(budget, starts_at, ends_at, now)


def count_below_cap(seen: int, new: int, cap: int | None) -> int:
    """Return how many of `new` impressions count for a reader who has already had `seen`."""
    return new if cap is None else max(0, min(new, cap - seen))


def _count_microseconds(start: datetime, end: datetime) -> int:
    passed = end - start
    return (passed.days * 86_400 + passed.seconds) * _SECOND + passed.microseconds
