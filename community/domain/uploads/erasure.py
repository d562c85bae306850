"""Functions that release the images of objects and users that are erased."""

from collections.abc import Collection, Sequence

from sqlalchemy import and_, delete, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select, update

from community.core import clock
from community.domain.uploads.references import ReferenceKind, is_referenced
from community.models import Upload, UploadReference


async def release(
    session: AsyncSession, *, kinds: Sequence[ReferenceKind], object_ids: Collection[int]
) -> None:
    """Delete the references of objects to images. A job deletes images without references."""
    released = await session.scalars(
        delete(UploadReference)
        .where(col(UploadReference.kind).in_(kinds), col(UploadReference.object_id).in_(object_ids))
        .returning(col(UploadReference.upload_id))
        .execution_options(synchronize_session=False)
    )
    if ids := set(released):
        await session.execute(
            update(Upload)
            .where(col(Upload.id).in_(ids), ~is_referenced())
            .values(attached_at=None, detached_at=clock.now())
            .execution_options(synchronize_session=False)
        )


async def erase_uploads(session: AsyncSession, *, user_ids: Collection[int], limit: int) -> int:
    """Mark up to `limit` unused images of the users for deletion, and return their number.

    The file names of images that posts and comments still show are erased.
    """
    is_unused = and_(col(Upload.attached_at).is_(None), ~is_referenced())
    batch = select(Upload.id).where(
        col(Upload.owner_id).in_(user_ids),
        or_(and_(is_unused, col(Upload.purging_since).is_(None)), col(Upload.name) != ""),
    )
    ids = list(await session.scalars(batch.limit(limit)))
    await session.execute(
        update(Upload)
        .where(col(Upload.id).in_(ids))
        .values(name="")
        .execution_options(synchronize_session=False)
    )
    await session.execute(
        update(Upload)
        .where(col(Upload.id).in_(ids), is_unused)
        .values(purging_since=clock.now())
        .execution_options(synchronize_session=False)
    )
    return len(ids)
