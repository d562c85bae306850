"""Comments as rows, for reading many of them at once.

The rows have the same attributes as `Comment`, and `has_media`. `author` has those of
`UserSummary`.
"""

from typing import Any, cast

from sqlalchemy import FromClause, Select, exists
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core.db.rows import RowSelection
from community.domain import people
from community.models import Comment, CommentMedia, User

_COLUMNS: tuple[Any, ...] = (
    Comment.id,
    Comment.post_id,
    Comment.parent_id,
    Comment.branch_id,
    Comment.path,
    Comment.depth,
    Comment.author_id,
    Comment.community_id,
    Comment.text,
    Comment.html,
    Comment.moderation_status,
    Comment.replies_count,
    Comment.descendants_count,
    Comment.reactions_count,
    Comment.score,
    Comment.controversy,
    Comment.version,
    Comment.pinned_at,
    Comment.edited_at,
    Comment.created_at,
    Comment.deleted_by_id,
    exists().where(col(CommentMedia.comment_id) == col(Comment.id)).label("has_media"),
    Comment.reactions,  # The last one, because it is not hashable.
)
_ROWS = RowSelection("_CommentRow", _COLUMNS, author=people.SUMMARY_COLUMNS)


def get_content_key(comment: Comment) -> tuple[object, ...] | None:
    """Return a hashable value of all data of a row except its reactions, or None for an entity."""
    if not isinstance(comment, _ROWS.row_type):
        return None
    *columns, _, author = comment
    return (*columns, author)


def select_comment_rows(from_clause: FromClause | type[Comment] = Comment) -> Select[Any]:
    return _ROWS.select_from(from_clause).join(User, col(User.id) == col(Comment.author_id))


async def load_comment_rows(
    session: AsyncSession, query: Select[Any], parameters: dict[str, Any] | None = None
) -> list[Comment]:
    """Run a query that was created with `select_comment_rows`. The results cannot be changed."""
    return cast("list[Comment]", await _ROWS.load(session, query, parameters))
