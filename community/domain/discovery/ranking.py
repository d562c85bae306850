"""Sort orders for feeds.

There is a database index for each sort order. Posts with equal sort keys are ordered by id.
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
    """A descending sort order for posts.

    Attributes:
        column: The column that contains the sort key.
        tag_column: The copy of the sort key in the table of tags.
        value_type: The Python type of the sort key, needed to decode cursors.
    """

    column: Any
    tag_column: Any
    value_type: type

    def decode_cursor(self, cursor: str | None) -> tuple[Any, int] | None:
        """Return the sort key and id of the last post on the previous page.

        Returns:
            None for the first page (`cursor` is None).

        Raises:
            Invalid: The cursor is malformed or belongs to another sort order.
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
        """Return the query for the next `limit` posts in this sort order.

        Args:
            last_position: Sort key and id of the last post on the previous page. If None, the query
                selects the first posts.
            tag: Only select posts with this tag.
        """
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
    """Return the sort order of a feed.

    Popular is ordered by hotness score. The other feeds are ordered by publication time.
    """
    return _POPULAR if name is Feed.POPULAR else _NEW
