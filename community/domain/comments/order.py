"""The orders in which a discussion can be read."""

from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, and_, or_
from sqlmodel import col

from community.core import pagination
from community.models import Comment


class Order(StrEnum):
    """The orders of a discussion."""

    BEST = "best"
    NEW = "new"
    OLD = "old"
    CONTROVERSIAL = "controversial"

    @property
    def key(self) -> tuple[Any, type, bool]:
        """The column, its kind, and whether high comes first; ties go by id the same way."""
        return {
            Order.BEST: (Comment.score, float, True),
            Order.NEW: (Comment.id, int, True),
            Order.OLD: (Comment.id, int, False),
            Order.CONTROVERSIAL: (Comment.controversy, float, True),
        }[self]

    def clauses(self) -> list[ColumnElement[Any]]:
        column, _, high_first = self.key
        return [
            each.desc() if high_first else each.asc() for each in (col(column), col(Comment.id))
        ]

    def after(self, cursor: str | None) -> ColumnElement[bool] | None:
        column, kind, high_first = self.key
        start = pagination.decode(cursor, kind, int)
        if start is None:
            return None
        value, last_id = start
        beyond = col(column) < value if high_first else col(column) > value
        tied = col(Comment.id) < last_id if high_first else col(Comment.id) > last_id
        return or_(beyond, and_(col(column) == value, tied))

    def cursor_key(self, comment: Comment) -> tuple[Any, int]:
        return getattr(comment, self.key[0].key), comment.id

    def cursor_before(self, comment: Comment) -> str:
        """The cursor of a page that begins with a comment."""
        value, its_id = self.cursor_key(comment)
        edge = its_id + 1 if self.key[2] else its_id - 1
        return pagination.encode(edge if self.key[0] is Comment.id else value, edge)
