"""Generate the times of comments. Most comments follow soon after the publication of the post."""

from collections.abc import Sequence
from datetime import timedelta
from random import Random

# Larger exponents move top-level comments closer to the publication. 1 spreads them evenly.
RUSH_EXPONENT = 2.4
# Users need at least this time to read the post before they comment on it.
MIN_DELAY = timedelta(minutes=3)
# All comments are written within this share of the post's age, so none is in the future.
LATEST_SHARE_OF_AGE = 0.985
MEAN_REPLY_DELAY = timedelta(minutes=70)
# A reply uses at most this share of the remaining time, so that deep branches fit.
MAX_REPLY_SHARE = 0.3


def generate_delays(parents: Sequence[int | None], age: timedelta, seed: str) -> list[timedelta]:
    """Return the time between the post and each comment. Replies are later than their parents.

    Args:
        parents: The index of the parent of each comment, or None for a top-level comment. Of two
            comments with the same parent, the later one in the list gets the longer delay.
    """
    rng = Random(seed)
    end = age * LATEST_SHARE_OF_AGE
    shares = [rng.random() ** RUSH_EXPONENT for parent in parents if parent is None]
    root_delays = iter(sorted(MIN_DELAY + (end - MIN_DELAY) * share for share in shares))
    latest_reply: dict[int, timedelta] = {}
    delays: list[timedelta] = []
    for parent in parents:
        if parent is None:
            delay = next(root_delays)
        else:
            start = latest_reply.get(parent, delays[parent])
            pause = MEAN_REPLY_DELAY * rng.expovariate(1)
            delay = start + min(pause, (end - start) * MAX_REPLY_SHARE * (1 - rng.random() / 2))
            latest_reply[parent] = delay
        delays.append(delay)
    return delays
