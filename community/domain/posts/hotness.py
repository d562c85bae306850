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
    """Return the logarithm of the interest plus the scaled time of publication.

    The interest is the weighted sum of reactions and comments. The formula is based on Reddit's
    (`hot` in `_sorts.pyx` of reddit-archive/reddit): the first ten reactions raise the score about
    as much as the next ninety, and newer posts start with a higher score. The score of a post does
    not change as time passes. It is therefore stored and indexed, and updated only when the counts
    change. Adding 1 to the interest avoids the logarithm of zero.
    """
    interest = reactions + COMMENT_WEIGHT * comments
    return log10(1 + interest) + published_at.timestamp() / SECONDS_PER_MAGNITUDE
