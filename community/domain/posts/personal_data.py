"""What becomes of the posts of a user."""

from collections.abc import Callable, Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped
from sqlmodel import col, select, update
from sqlmodel.sql.expression import SelectOfScalar

from community.core import events
from community.core.db.export_parts import LARGE_TEXT_BATCH_SIZE, ExportPart
from community.core.db.personal_data import PersonalData
from community.core.db.statements import FOR_KEY_UPDATE
from community.domain import people, uploads
from community.domain.posts import counters, policies
from community.domain.posts.events import PostsMoved
from community.i18n import noop
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


async def _move_posts(session: AsyncSession, *, source_id: int, target_id: int, limit: int) -> int:
    """Move up to `limit` posts, and return their number.

    The profile of the target keeps its pinned posts. Those of the source are unpinned there.
    """
    batch = await session.scalars(
        select_ids_by_author(source_id).order_by(col(Post.id)).limit(limit)
    )
    posts = await counters.lock_posts(session, batch.all(), FOR_KEY_UPDATE)
    for post in posts:
        post.author_id, post.client_id = target_id, None
        if post.community_id is None:
            post.pinned_at = None
        if post.removed_by_id == source_id:
            post.removed_by_id = target_id
    await session.flush()
    published = sum(policies.is_published(post) for post in posts)
    await people.adjust_posts_count(session, source_id, -published)
    await people.adjust_posts_count(session, target_id, published)
    ids = [post.id for post in posts]
    await session.execute(
        update(PostRevision)
        .where(col(PostRevision.post_id).in_(ids), col(PostRevision.editor_id) == source_id)
        .values(editor_id=target_id)
        .execution_options(synchronize_session=False)
    )
    events.record(session, PostsMoved(tuple(ids)))
    return len(ids)


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


async def erase_drafts_of_published(session: AsyncSession, *, author_ids: Collection[int]) -> None:
    """Delete the unpublished changes of published posts. Posts that are drafts have none."""
    ids = list(
        await session.scalars(
            select(PostDraft.post_id)
            .join(Post, col(Post.id) == col(PostDraft.post_id))
            .where(col(Post.author_id).in_(author_ids))
        )
    )
    await uploads.release(session, kinds=("post_draft",), object_ids=ids)
    await _delete_if(session, PostDraft, col(PostDraft.post_id).in_(ids))


def select_ids_by_author(author_id: int) -> SelectOfScalar[int]:
    return select(Post.id).where(col(Post.author_id) == author_id)


async def _delete_if(session: AsyncSession, table: Any, *conditions: Any) -> None:
    await session.execute(
        delete(table).where(*conditions).execution_options(synchronize_session=False)
    )


PERSONAL_DATA: Final = (
    PersonalData(
        Post.author_id,
        export=(
            ExportPart(
                "posts",
                noop("Your posts, with drafts and deleted posts"),
                key=Post.id,
                fields=(
                    *(Post.id, Post.status, Post.title, Post.intro, Post.text, Post.cover),
                    *(Post.tags, Post.community_id, Post.comments_enabled, Post.summary),
                    *(Post.views_count, Post.comments_count, Post.reactions, Post.created_at),
                    *(Post.saved_at, Post.published_at, Post.edited_at, Post.pinned_at),
                    Post.deleted_at,
                ),
                batch_size=LARGE_TEXT_BATCH_SIZE,
            ),
            ExportPart(
                "unpublished_changes",
                noop("Changes to your posts that are not published"),
                key=PostDraft.post_id,
                fields=(
                    *(PostDraft.post_id, PostDraft.title, PostDraft.intro, PostDraft.text),
                    *(PostDraft.cover, PostDraft.tags, PostDraft.saved_at),
                ),
                conditions=(col(PostDraft.post_id) == Post.id,),
                batch_size=LARGE_TEXT_BATCH_SIZE,
            ),
            ExportPart(
                "post_history",
                noop("Earlier versions of your posts"),
                key=PostRevision.id,
                fields=(
                    *(PostRevision.post_id, PostRevision.title, PostRevision.intro),
                    *(PostRevision.text, PostRevision.created_at),
                ),
                conditions=(col(PostRevision.post_id) == Post.id,),
                batch_size=LARGE_TEXT_BATCH_SIZE,
            ),
        ),
        merge=_move_posts,
        erase="The user has chosen whether posts stay. Those with comments of others stay, empty.",
    ),
    PersonalData(
        Post.removed_by_id,
        export="Who removed posts of others.",
        merge=(_move_posts, "What the user did as a moderator."),
        erase="What happened to posts that stay.",
    ),
    PersonalData(
        PostRevision.editor_id,
        export="Included by the author of the post.",
        merge=(_move_posts, "What the user did as a moderator."),
        erase="The history of posts that stay.",
    ),
)
