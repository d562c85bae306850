"""The orders of feeds: each goes down an index, ties by id."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, tuple_
from sqlmodel import col

from community.core import pagination
from community.domain.accounts import Feed
from community.models import Post


@dataclass(frozen=True)
class Ranking:
    """What a feed is ordered by, high first."""

    column: Any
    kind: type

    def start(self, cursor: str | None) -> tuple[Any, int] | None:
        """Where the last page ended.

        Raises:
            Invalid: the cursor is not one of this order.
        """
        return pagination.decode(cursor, self.kind, int)

    def page(self, query: Select[Any], start: tuple[Any, int] | None, rows: int) -> Select[Any]:
        """The rows that follow `start`."""
        order = (col(self.column), col(Post.id))
        if start is not None:
            query = query.where(tuple_(*order) < start)
        return query.order_by(*(each.desc() for each in order)).limit(rows)

    def cursor_behind(self, post: Post) -> str:
        """The cursor of the page that follows this post."""
        return pagination.encode(getattr(post, self.column.key), post.id)


_POPULAR = Ranking(Post.hotness, float)
_NEW = Ranking(Post.published_at, datetime)


def ranking_of(name: Feed) -> Ranking:
    """Popular goes by `posts.hotness`, the others by the moment of publication."""
    return _POPULAR if name is Feed.POPULAR else _NEW
