"""How a post stands in Popular."""

from datetime import datetime
from math import log10

# An answer takes more than a click, but quarrels collect answers too.
COMMENT_WEIGHT = 0.5
# So many seconds of age weigh as much as ten times the interest: half a day.
SECONDS_PER_MAGNITUDE = 45_000


def hotness(published_at: datetime, *, reactions: int, comments: int) -> float:
    """Interest on a logarithmic scale plus the moment of publication.

    The formula of Reddit (`_sorts.pyx` in reddit-archive/reddit, "hot"): the first ten reactions
    count as much as the next hundred, and a newer post needs less. It never changes with time
    alone, so it is stored, indexed and rewritten only with the counts. Adding one keeps a post
    without any interest at zero and lets the first reaction count.
    """
    interest = reactions + COMMENT_WEIGHT * comments
    return log10(1 + interest) + published_at.timestamp() / SECONDS_PER_MAGNITUDE
