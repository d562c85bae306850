"""Functions that store which uploaded images a post and its unpublished changes show."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.domain import uploads
from community.domain.posts.content import extract_upload_ids
from community.models import Post, PostDraft


def list_shown_ids(draft: Post | PostDraft) -> set[UUID]:
    return extract_upload_ids(draft.text, draft.cover)


async def update_references(
    session: AsyncSession, actor: Actor, draft: Post | PostDraft, *, former_ids: set[UUID]
) -> None:
    """Store which uploads the text and the cover show, unless this did not change.

    Args:
        former_ids: The ids of the uploads that the stored version shows. Empty if there is none.
    """
    shown_ids = list_shown_ids(draft)
    if shown_ids == former_ids:
        return
    await uploads.set_references(
        session,
        actor,
        owner=("post", draft.id) if isinstance(draft, Post) else ("post_draft", draft.post_id),
        upload_ids=sorted(shown_ids),
        form_field=None,
    )


async def delete_draft_row(session: AsyncSession, actor: Actor, draft: PostDraft) -> None:
    """Delete the unpublished changes of a post and the references to their uploads."""
    if list_shown_ids(draft):
        await uploads.set_references(
            session, actor, owner=("post_draft", draft.post_id), upload_ids=()
        )
    await session.delete(draft)
