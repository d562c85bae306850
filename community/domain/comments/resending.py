"""What was sent before: a browser that heard no answer sends the same message once more."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.errors import Conflict
from community.core.locks import one_at_a_time
from community.models import Comment, CommentRevision


async def find_sent(
    session: AsyncSession,
    actor: Actor,
    client_id: UUID,
    *,
    post_id: int,
    parent_id: int | None,
    text: str,
) -> Comment | None:
    """The comment that this actor sent with the same id, also when both arrive at once.

    Raises:
        Conflict: it said something else, or elsewhere: these words would be lost with its answer.
    """
    await one_at_a_time(session, f"comment {actor.id} {client_id}")
    sent = await session.scalar(
        select(Comment).where(Comment.author_id == actor.id, Comment.client_id == client_id)
    )
    if sent is None:
        return None
    said = (sent.post_id, sent.parent_id, await _first_words(session, sent))
    if said != (post_id, parent_id, text):
        raise Conflict(
            "Another comment of yours was sent in its place. Send this one as a new comment."
        )
    return sent


async def _first_words(session: AsyncSession, comment: Comment) -> str:
    """What it said before it was edited."""
    first = await session.scalar(
        select(CommentRevision.text)
        .where(CommentRevision.comment_id == comment.id)
        .order_by(col(CommentRevision.id))
        .limit(1)
    )
    return comment.text if first is None else first
