"""The function that attaches uploaded images to the post that contains them."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.domain import uploads
from community.domain.posts.content import extract_upload_ids
from community.models import Post, PostDraft, Upload


async def attach_images(session: AsyncSession, actor: Actor, draft: Post | PostDraft) -> None:
    """Attach the actor's uploads that the text or the cover contains.

    A scheduled job deletes unattached uploads. Uploads by other users are not attached, for example
    images in a quotation.
    """
    upload_ids = extract_upload_ids(draft.text, draft.cover)
    if not upload_ids:
        return
    unattached_ids = await session.scalars(
        select(Upload.id).where(
            col(Upload.id).in_(upload_ids),
            col(Upload.owner_id) == actor.id,
            col(Upload.attached_at).is_(None),
        )
    )
    await uploads.mark_attached(session, actor, sorted(unattached_ids))
