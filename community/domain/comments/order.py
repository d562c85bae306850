"""Sort orders of the comments in a thread, and pagination cursors for them."""

from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import col

from community.core.db import pagination
from community.models import Comment


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
        """Return the values that a cursor stores for the position after `comment`."""
        return getattr(comment, self.sort_key[0].key), comment.id
