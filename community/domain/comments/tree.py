"""Where a comment is in the tree of replies, and the sort orders with their cursors.

A comment stores this position as a path. The path contains the ids of its ancestors and its own
id, starting with the root comment.
"""

from enum import StrEnum
from math import log2
from typing import Any

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import col

from community.core.db import pagination
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
    """Return bounds with `low <= path < high` for a comment and its descendants."""
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


class Order(StrEnum):
    BEST = "best"
    NEW = "new"
    OLD = "old"
    CONTROVERSIAL = "controversial"

    @property
    def sort_key(self) -> tuple[Any, type, bool]:
        """The column to sort by, the type of its values, and whether the order is descending.

        Comments with equal values are sorted by id, also ascending or descending.
        """
        return {
            Order.BEST: (Comment.score, float, True),
            Order.NEW: (Comment.id, int, True),
            Order.OLD: (Comment.id, int, False),
            Order.CONTROVERSIAL: (Comment.controversy, float, True),
        }[self]

    def build_order_by(self) -> list[ColumnElement[Any]]:
        column, _type, is_descending = self.sort_key
        return [
            clause.desc() if is_descending else clause.asc()
            for clause in (col(column), col(Comment.id))
        ]

    def build_cursor_condition(self, cursor: str | None) -> ColumnElement[bool] | None:
        column, value_type, is_descending = self.sort_key
        start = pagination.decode_cursor(cursor, value_type, int)
        if start is None:
            return None
        value, last_id = start
        beyond = col(column) < value if is_descending else col(column) > value
        tied = col(Comment.id) < last_id if is_descending else col(Comment.id) > last_id
        return or_(beyond, and_(col(column) == value, tied))

    def get_cursor_values(self, comment: Comment) -> tuple[Any, int]:
        return getattr(comment, self.sort_key[0].key), comment.id
