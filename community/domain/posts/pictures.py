"""Keeping the pictures that a post shows."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.domain import uploads
from community.domain.posts.content import picture_ids
from community.models import Post, PostDraft, Upload


async def keep_pictures(session: AsyncSession, actor: Actor, written: Post | PostDraft) -> None:
    """Attach the actor's own uploads that the text or the cover shows, so that they stay.

    Pictures of others, quoted from their posts, are theirs to keep.
    """
    shown = picture_ids(written.text, written.cover)
    if not shown:
        return
    waiting = await session.scalars(
        select(Upload.id).where(
            col(Upload.id).in_(shown),
            col(Upload.owner_id) == actor.id,
            col(Upload.attached_at).is_(None),
        )
    )
    await uploads.attach(session, actor, sorted(waiting))
