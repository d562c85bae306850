"""Posts as rows, for lists of cards. The rows have the same attributes as `Post`, without texts."""

from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import Select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db.rows import RowSelection
from community.domain import people
from community.models import Community, Post, User

_ROWS = RowSelection(
    "_PostRow",
    (
        Post.id,
        Post.slug,
        Post.title,
        Post.intro,
        Post.excerpt,
        Post.cover,
        Post.author_id,
        Post.community_id,
        Post.status,
        Post.comments_enabled,
        Post.summary,
        Post.reading_time,
        Post.views_count,
        Post.comments_count,
        Post.hotness,
        Post.pinned_at,
        Post.published_at,
        Post.edited_at,
        Post.created_at,
        Post.tags,  # These two are the last ones, because they are not hashable.
        Post.reactions,
    ),
    author=people.SUMMARY_COLUMNS,
    community=(Community.id, Community.slug, Community.name, Community.avatar),
)


# Built once, because building the query takes longer than running it.
_QUERY = (
    _ROWS.select_from(Post)
    .join(User, col(User.id) == col(Post.author_id))
    .outerjoin(Community, col(Community.id) == col(Post.community_id))
)


def get_content_key(row: Post) -> tuple[object, ...]:
    """Return a hashable value that contains all data of a row except its reactions."""
    *columns, tags, _, author, community = cast("tuple[Any, ...]", row)
    return (*columns, tuple(tags), author, community)


def select_card_rows() -> Select[Any]:
    """Return a query for the posts of cards, with their authors and communities."""
    return _QUERY


async def load_card_rows(session: AsyncSession, query: Select[Any]) -> Sequence[Post]:
    """Run a query that was created with `select_card_rows`. The results cannot be changed."""
    return cast("Sequence[Post]", await _ROWS.load(session, query))
