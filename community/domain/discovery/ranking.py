"""Sort orders for feeds, each with a database index. Equal sort keys are ordered by id.

Posts store the sort keys. `compute_hotness` in `posts/counters.py` is that of popular posts.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Select, tuple_
from sqlmodel import col

from community.core.db import pagination
from community.domain.people import Feed
from community.models import Post, PostTag


@dataclass(frozen=True)
class Ranking:
    """A descending sort order for posts."""

    column: Any  # the column that contains the sort key
    tag_column: Any  # the copy of the sort key in the table of tags
    value_type: type  # the Python type of the sort key, needed to decode cursors

    def decode_cursor(self, cursor: str | None) -> tuple[Any, int] | None:
        """Return the sort key and id of the last post on the previous page.

        Raise `Invalid` if the cursor is malformed or belongs to another sort order.
        """
        return pagination.decode_cursor(cursor, self.value_type, int)

    def paginate(
        self,
        query: Select[Any],
        last_position: tuple[Any, int] | None,
        limit: int,
        *,
        tag: str | None = None,
    ) -> Select[Any]:
        """Return the query for the next `limit` posts in this sort order."""
        order = (col(self.column), col(Post.id))
        if tag is not None:
            order = (col(self.tag_column), col(PostTag.post_id))
            query = query.join(PostTag, col(PostTag.post_id) == col(Post.id))
            query = query.where(col(PostTag.tag) == tag)
        if last_position is not None:
            query = query.where(tuple_(*order) < last_position)
        return query.order_by(*(column.desc() for column in order)).limit(limit)

    def encode_cursor_after(self, post: Post) -> str:
        return pagination.encode_cursor(getattr(post, self.column.key), post.id)


_POPULAR = Ranking(Post.hotness, PostTag.hotness, float)
_NEW = Ranking(Post.published_at, PostTag.published_at, datetime)


def get_ranking(name: Feed) -> Ranking:
    """Return the sort order of a feed: hotness score for Popular, publication time for others."""
    return _POPULAR if name is Feed.POPULAR else _NEW
