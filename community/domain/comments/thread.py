"""The shape of a discussion: paths that sort, and the two scores behind the orders."""

from math import log2

from community.core.ids import sortable
from community.models import Comment

ROOTS_PER_PAGE = 20
REPLIES_SHOWN = 3
LEVELS_SHOWN = 3
REPLIES_PER_PAGE = 50
# Steps of a path. Deeper answers keep their parent and stand beside each other at this depth: at
# eight characters a step, the index entry stays under the 2,704 bytes that PostgreSQL can hold.
MAX_STEPS = 250
_STEP = 8


def path_below(parent_path: str, comment_id: int) -> str:
    """The path of a comment: that of its parent and one more step of eight characters.

    Steps are `sortable` ids padded on the right, so that they can be counted and still compare as
    the numbers do, up to 36**7 comments.
    """
    kept = parent_path[: (MAX_STEPS - 1) * _STEP]
    return kept + sortable(comment_id).ljust(_STEP, "-")


def ancestors(path: str) -> list[int]:
    """The ids on the way to a comment, from its root to its parent."""
    steps = [path[at : at + _STEP] for at in range(0, len(path) - _STEP, _STEP)]
    return [int(step[1:].rstrip("-"), 36) for step in steps]


def branch_range(path: str) -> tuple[str, str]:
    """The bounds `low <= path < high` of a comment and everything below it."""
    return path, path + "~"


def score(reactions: int, descendants: int) -> float:
    """How a comment stands in the order `best`: doubling either number counts the same.

    Reactions say that it was worth reading, answers that it was worth answering; an answer
    takes more than a click, but weighs half because quarrels also collect answers.
    """
    return log2(1 + reactions) + 0.5 * log2(1 + descendants)


def controversy(reactions: int, descendants: int) -> float:
    """How a comment stands in the order `controversial`: much answered and little liked is high."""
    return descendants / (1 + reactions)


def rescore(comment: Comment) -> None:
    """Bring both scores in line with the counts."""
    comment.score = score(comment.reactions_count, comment.descendants_count)
    comment.controversy = controversy(comment.reactions_count, comment.descendants_count)
