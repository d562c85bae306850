"""The function that erases the posts of users whose accounts are purged."""

from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import ColumnElement, delete, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col, select, update

from community.domain import uploads
from community.domain.posts import policies
from community.models import Post, PostDraft, PostRevision, PostWatch, Reaction

_EMPTY: dict[str, Any] = {
    "slug": "",
    "title": "",
    "intro": "",
    "text": "",
    "html": "",
    "excerpt": "",
    "cover": None,
    "tags": [],
    "summary": None,
    "status": "deleted",
    "reactions": {},
    "reactions_count": 0,
    "client_id": None,
    "pinned_at": None,
    "is_hidden_with_author": False,
}
# What belongs to a post. With the row of the post, the database deletes it by itself.
_PARTS: tuple[Any, ...] = (PostDraft, PostRevision, PostWatch, Reaction)


async def erase_drafts_of_published(session: AsyncSession, *, author_ids: Collection[int]) -> None:
    ids = list(
        await session.scalars(
            select(PostDraft.post_id)
            .join(Post, col(Post.id) == col(PostDraft.post_id))
            .where(col(Post.author_id).in_(author_ids))
        )
    )
    await uploads.release(session, kinds=("post_draft",), object_ids=ids)
    await _delete_if(session, PostDraft, col(PostDraft.post_id).in_(ids))


async def erase_unpublished(
    session: AsyncSession,
    *,
    author_ids: Collection[int],
    limit: int,
    has_comments_on: Callable[[Mapped[int]], ColumnElement[bool]],
) -> int:
    """Erase up to `limit` posts that are not published. Return their number, or 0 without any.

    Posts without comments are deleted. The others are emptied and stay deleted, because their
    comments belong to other users.
    """
    has_comments = has_comments_on(col(Post.id))
    found = await session.scalars(
        select(Post.id)
        .where(
            col(Post.author_id).in_(author_ids),
            ~policies.has_status("published"),
            or_(~has_comments, col(Post.title) != "", col(Post.text) != ""),
        )
        .order_by(col(Post.author_id), col(Post.id))
        .limit(limit)
    )
    ids = list(found)
    await uploads.release(session, kinds=("post", "post_draft"), object_ids=ids)
    await _delete_if(session, Post, col(Post.id).in_(ids), ~has_comments)
    for table in _PARTS:
        await _delete_if(session, table, table.post_id.in_(ids))
    await session.execute(
        update(Post)
        .where(col(Post.id).in_(ids))
        .values(**_EMPTY)
        .execution_options(synchronize_session=False)
    )
    return len(ids)


async def _delete_if(session: AsyncSession, table: Any, *conditions: Any) -> None:
    await session.execute(
        delete(table).where(*conditions).execution_options(synchronize_session=False)
    )
