"""The score that ranks posts in the Popular feed."""

from datetime import datetime
from math import log10

# Weight of a comment relative to a reaction. It is below 1 because arguments attract many comments,
# although writing a comment takes more effort than reacting.
COMMENT_WEIGHT = 0.5
# A post needs ten times the interest to rank as high as a post that is this many seconds newer
# (12.5 hours).
SECONDS_PER_MAGNITUDE = 45_000


def compute_hotness(published_at: datetime, *, reactions: int, comments: int) -> float:
    """Return the hotness score of a post.

    The score is the sum of two terms: log10(1 + interest), and the Unix time of publication divided
    by `SECONDS_PER_MAGNITUDE`. The interest is the weighted sum of reactions and comments.

    The score does not change as time passes, so the database can store and index it. The formula is
    based on `hot` in `_sorts.pyx` of reddit-archive/reddit.
    """
    interest = reactions + COMMENT_WEIGHT * comments
    return log10(1 + interest) + published_at.timestamp() / SECONDS_PER_MAGNITUDE
