"""How many new impressions count under the daily limit for one reader."""


def count_below_cap(seen: int, new: int, cap: int | None) -> int:
    """Return how many of `new` impressions count for a reader who has already had `seen`.

    Args:
        cap: The limit for a day. None for no limit.
    """
    return new if cap is None else max(0, min(new, cap - seen))
