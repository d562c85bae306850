"""What becomes of the comments of a user. The archive contains none by others, not even replies."""

from collections import defaultdict
from collections.abc import Collection
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, exists, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Mapped, aliased
from sqlmodel import col, select, update
from sqlmodel.sql.expression import SelectOfScalar

from community.core import events
from community.core.db.export_parts import ExportPart, ExportRow
from community.core.db.personal_data import Delete, Move, PersonalData, nothing
from community.core.db.statements import FOR_KEY_UPDATE
from community.domain import uploads
from community.domain.comments import policies
from community.domain.comments.events import CommentMoved
from community.i18n import noop
from community.models import (
    Comment,
    CommentMedia,
    CommentModeration,
    CommentRevision,
    Mention,
    Reaction,
)

_EMPTY = {
    "text": "",
    "html": "",
    "moderation_status": "deleted",
    "reactions": {},
    "reactions_count": 0,
    "client_id": None,
    "pinned_at": None,
    "is_hidden_with_author": False,
}
# What belongs to a comment. With the row of the comment, the database deletes it by itself.
_PARTS: tuple[Any, ...] = (CommentMedia, CommentModeration, CommentRevision, Mention, Reaction)


async def _add_images(session: AsyncSession, rows: list[ExportRow]) -> None:
    media = await session.scalars(
        select(CommentMedia)
        .where(col(CommentMedia.comment_id).in_([row["id"] for row in rows]))
        .order_by(col(CommentMedia.position))
    )
    ids_by_comment = defaultdict(list)
    for image in media:
        ids_by_comment[image.comment_id].append(str(image.upload_id))
    for row in rows:
        row["images"] = ids_by_comment[row["id"]]


async def _move_comments(
    session: AsyncSession, *, source_id: int, target_id: int, limit: int
) -> int:
    """Move up to `limit` comments. Return their number."""
    found = await session.execute(
        select(Comment.id, Comment.post_id)
        .where(col(Comment.author_id) == source_id)
        .order_by(col(Comment.id))
        .limit(limit)
        .with_for_update(**FOR_KEY_UPDATE)
    )
    rows = found.all()
    is_moved = col(Comment.id).in_([row.id for row in rows])
    await session.execute(
        update(Comment)
        .where(is_moved, col(Comment.deleted_by_id) == source_id)
        .values(deleted_by_id=target_id)
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(Comment)
        .where(is_moved)
        .values(author_id=target_id, client_id=None, version=Comment.version + 1)
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(CommentRevision)
        .where(
            col(CommentRevision.comment_id).in_([row.id for row in rows]),
            col(CommentRevision.editor_id) == source_id,
        )
        .values(editor_id=target_id)
        .execution_options(synchronize_session=False)
    )
    for row in rows:
        events.record(session, CommentMoved(row.id, row.post_id))
    return len(rows)


async def erase_unpublished(
    session: AsyncSession, *, author_ids: Collection[int], limit: int
) -> int:
    """Erase up to `limit` comments that no reader sees. Return their number, or 0 without any.

    Comments without replies are deleted. The others are emptied, so that the threads of other users
    keep their shape. No counter changes, because none counts these comments.
    """
    found = await session.scalars(
        select(Comment.id)
        .where(
            col(Comment.author_id).in_(author_ids),
            ~policies.has_published_status(),
            or_(~_has_replies(), _has_content()),
        )
        # Replies come first, so that most of their parents are without replies later. By the id
        # alone, PostgreSQL would search all comments of the site in this order.
        .order_by(col(Comment.author_id), col(Comment.id).desc())
        .limit(limit)
    )
    ids = list(found)
    await uploads.release(session, kinds=("comment",), object_ids=ids)
    await _delete_if(session, Comment, col(Comment.id).in_(ids), ~_has_replies())
    for table in _PARTS:
        await _delete_if(session, table, table.comment_id.in_(ids))
    await session.execute(
        update(Comment)
        .where(col(Comment.id).in_(ids))
        .values(**_EMPTY)
        .execution_options(synchronize_session=False)
    )
    return len(ids)


def exist_on(post_id: Mapped[int]) -> ColumnElement[bool]:
    """Return the SQL condition that the post has comments, including deleted ones."""
    return exists().where(col(Comment.post_id) == post_id)


def select_ids_by_author(author_id: int) -> SelectOfScalar[int]:
    return select(Comment.id).where(col(Comment.author_id) == author_id)


def _has_replies() -> ColumnElement[bool]:
    reply = aliased(Comment)
    return exists().where(col(reply.parent_id) == col(Comment.id))


def _has_content() -> ColumnElement[bool]:
    return or_(
        col(Comment.text) != "",
        exists().where(col(CommentMedia.comment_id) == col(Comment.id)),
        exists().where(col(CommentRevision.comment_id) == col(Comment.id)),
    )


async def _delete_if(session: AsyncSession, table: Any, *conditions: Any) -> None:
    await session.execute(
        delete(table).where(*conditions).execution_options(synchronize_session=False)
    )


PERSONAL_DATA: Final = (
    PersonalData(
        Comment.author_id,
        export=(
            ExportPart(
                "comments",
                noop("Your comments"),
                key=Comment.id,
                fields=(
                    *(Comment.id, Comment.post_id, Comment.parent_id, Comment.moderation_status),
                    *(Comment.text, Comment.replies_count, Comment.reactions),
                    *(Comment.created_at, Comment.edited_at, Comment.deleted_at),
                ),
                complete=_add_images,
            ),
            ExportPart(
                "comment_history",
                noop("Earlier versions of your comments"),
                key=CommentRevision.id,
                fields=(
                    CommentRevision.comment_id,
                    CommentRevision.text,
                    CommentRevision.created_at,
                ),
                conditions=(col(CommentRevision.comment_id) == Comment.id,),
            ),
        ),
        merge=_move_comments,
        erase="The user has chosen whether comments stay. Those with replies stay, empty.",
    ),
    PersonalData(
        Comment.deleted_by_id,
        export="Who deleted comments of others.",
        merge=(_move_comments, "What the user did as a moderator."),
        erase="What happened to comments that stay.",
    ),
    PersonalData(
        CommentRevision.editor_id,
        export="Included by the author of the comment.",
        merge=(_move_comments, "What the user did as a moderator."),
        erase="The history of comments that stay.",
    ),
    *nothing(CommentModeration.actor_id, because="What the user did as a moderator."),
    PersonalData(
        Mention.user_id,
        export="Texts of others.",
        merge=Move(unique_with=(Mention.comment_id,)),
        erase=Delete(),
    ),
)
