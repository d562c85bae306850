"""Comments as rows, for reading many of them at once.

SQLAlchemy loads 100 comments and their authors as entities in 2 ms, and as rows in 0.5 ms. The rows
have the same attributes as `Comment`, and `author` has those of `UserSummary`.
"""

from typing import Any, cast

from sqlalchemy import FromClause, Select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Bundle
from sqlmodel import col, select

from community.models import Comment, User

_COLUMNS = (
    Comment.id,
    Comment.post_id,
    Comment.parent_id,
    Comment.branch_id,
    Comment.path,
    Comment.depth,
    Comment.author_id,
    Comment.text,
    Comment.html,
    Comment.moderation_status,
    Comment.replies_count,
    Comment.descendants_count,
    Comment.reactions,
    Comment.reactions_count,
    Comment.score,
    Comment.controversy,
    Comment.version,
    Comment.pinned_at,
    Comment.edited_at,
    Comment.created_at,
)
_AUTHOR: Bundle[Any] = Bundle("author", *map(col, (User.id, User.slug, User.name, User.avatar)))


def select_comment_rows(from_clause: FromClause | type[Comment] = Comment) -> Select[Any]:
    """Return a query for comments and their authors.

    Args:
        from_clause: The table of comments, joined with others if needed.
    """
    query: Select[Any] = select(*map(col, _COLUMNS), _AUTHOR)  # type: ignore[call-overload]
    return query.select_from(from_clause).join(User, col(User.id) == col(Comment.author_id))


async def load_comment_rows(
    session: AsyncSession, query: Select[Any], parameters: dict[str, Any] | None = None
) -> list[Comment]:
    """Run a query that was created with `select_comment_rows`. The results cannot be changed."""
    return cast("list[Comment]", list(await session.execute(query, parameters)))
