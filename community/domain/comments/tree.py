"""Functions that compute where a comment is in the tree of replies, and its scores for sorting.

A comment stores this position as a path. The path contains the ids of its ancestors and its own
id, starting with the root comment.
"""

from math import log2

from community.core.ids import encode_sortable
from community.models import Comment

ROOTS_PER_PAGE = 20
PRELOADED_REPLIES = 3
PRELOADED_LEVELS = 3
REPLIES_PER_PAGE = 50
# Maximum number of steps in a path. A path has one step for each level of replies. Replies at
# deeper levels also get a path with this number of steps, so that index entries stay below
# PostgreSQL's limit of 2,704 bytes. Their `parent_id` is still correct.
MAX_PATH_DEPTH = 250
_STEP_LENGTH = 8


def build_path(parent_path: str, comment_id: int) -> str:
    """Return the parent's path followed by eight characters that encode the id of the comment.

    A path contains at most `MAX_PATH_DEPTH` ids. Up to the id 36**7, the encoded ids sort in the
    same order as the numbers.
    """
    prefix = parent_path[: (MAX_PATH_DEPTH - 1) * _STEP_LENGTH]
    return prefix + encode_sortable(comment_id).ljust(_STEP_LENGTH, "-")


def parse_ancestor_ids(path: str) -> list[int]:
    steps = [path[i : i + _STEP_LENGTH] for i in range(0, len(path) - _STEP_LENGTH, _STEP_LENGTH)]
    return [int(step[1:].rstrip("-"), 36) for step in steps]


def get_branch_range(path: str) -> tuple[str, str]:
    """Return the bounds `low` and `high` for the paths of a comment and its descendants.

    Their paths match `low <= path < high`.
    """
    return path, path + "~"


def compute_score(reactions: int, descendants: int) -> float:
    """Return the score for the sort order `best`. It grows with the logarithm of both counts.

    A descendant has half the weight of a reaction, because arguments attract many replies.
    """
    return log2(1 + reactions) + 0.5 * log2(1 + descendants)


def compute_controversy(reactions: int, descendants: int) -> float:
    """Return the score for the sort order `controversial`.

    Comments with many descendants and few reactions have a high score.
    """
    return descendants / (1 + reactions)


def update_scores(comment: Comment) -> None:
    comment.score = compute_score(comment.reactions_count, comment.descendants_count)
    comment.controversy = compute_controversy(comment.reactions_count, comment.descendants_count)
