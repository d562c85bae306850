"""Detects that a client sent the same new comment twice, because it received no response."""

from uuid import UUID

from sqlalchemy import bindparam
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.db.locks import acquire_advisory_lock
from community.core.errors import Conflict
from community.i18n import gettext as _
from community.models import Comment, CommentRevision

# Built once, because building it takes as long as running it.
_COMMENT_WITH_CLIENT_ID = select(Comment).where(
    col(Comment.author_id) == bindparam("author_id"),
    col(Comment.client_id) == bindparam("client_id"),
)


async def find_duplicate(
    session: AsyncSession,
    actor: Actor,
    client_id: UUID,
    *,
    post_id: int,
    parent_id: int | None,
    text: str,
) -> Comment | None:
    """Return the comment that the actor already sent with this `client_id`, or None.

    Of several concurrent requests with the same `client_id`, all but the first wait until the first
    transaction ends. Raise `Conflict` if the existing comment had another text, post or parent when
    the actor sent it.
    """
    await acquire_advisory_lock(session, f"comment {actor.id} {client_id}")
    parameters = {"author_id": actor.id, "client_id": client_id}
    earlier = await session.scalar(_COMMENT_WITH_CLIENT_ID, parameters)
    if earlier is None:
        return None
    original = (earlier.post_id, earlier.parent_id, await _get_original_text(session, earlier))
    if original != (post_id, parent_id, text):
        raise Conflict(
            _("You already sent a different comment from here. Send this one as a new comment.")
        )
    return earlier


async def _get_original_text(session: AsyncSession, comment: Comment) -> str:
    original = await session.scalar(
        select(CommentRevision.text)
        .where(CommentRevision.comment_id == comment.id)
        .order_by(col(CommentRevision.id))
        .limit(1)
    )
    return comment.text if original is None else original
