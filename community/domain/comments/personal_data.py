"""What the archive of a user contains of their comments: none by others, not even replies."""

from collections import defaultdict
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.export_parts import ExportPart, ExportRow
from community.i18n import noop
from community.models import Comment, CommentMedia, CommentRevision


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


EXPORT_PARTS: Final = (
    ExportPart(
        "comments",
        noop("Your comments"),
        user=Comment.author_id,
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
        user=Comment.author_id,
        key=CommentRevision.id,
        fields=(CommentRevision.comment_id, CommentRevision.text, CommentRevision.created_at),
        conditions=(col(CommentRevision.comment_id) == Comment.id,),
    ),
)
