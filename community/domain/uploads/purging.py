"""Functions that delete images that no object shows.

To delete a batch of images, call these functions in this order:

1. `mark_for_purge` marks the images, so that no new reference to them can be stored. Commit the
   transaction.
2. `delete_files` deletes the image files. Call it outside a transaction, because it is slow.
3. `delete_purged` deletes the database rows.

If the server crashes in between, the rows still exist, and the next call of `mark_for_purge`
returns the images again.
"""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import and_, delete, func, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.uploads import policies, queries
from community.domain.uploads.references import is_referenced
from community.gateways.media import Storage
from community.models import Upload


async def mark_for_purge(session: AsyncSession, now: datetime) -> Sequence[Upload]:
    """Mark a batch of images that have been unused for at least `UNATTACHED_RETENTION`.

    The batch can contain images that an interrupted purge or an administrator has marked before.
    """
    cutoff, detached_at = now - policies.UNATTACHED_RETENTION, col(Upload.detached_at)
    query = (
        select(Upload)
        .where(
            col(Upload.attached_at).is_(None),
            or_(
                col(Upload.purging_since).is_not(None),
                and_(
                    col(Upload.created_at) < cutoff,
                    or_(detached_at.is_(None), detached_at < cutoff),
                ),
            ),
            ~is_referenced(),
        )
        .order_by(col(Upload.created_at))
        .limit(policies.PURGE_BATCH_SIZE)
        .with_for_update(skip_locked=True, **FOR_NO_KEY_UPDATE)
    )
    rows = (await session.scalars(query)).all()
    await session.execute(
        update(Upload)
        .where(col(Upload.id).in_([row.id for row in rows]))
        .values(purging_since=func.coalesce(col(Upload.purging_since), now))
        .execution_options(synchronize_session=False)
    )
    return rows


async def delete_files(storage: Storage, uploads: Sequence[Upload]) -> None:
    """Delete the files of the images. Files that do not exist are ignored."""
    for upload in uploads:
        for key in queries.list_storage_keys(upload):
            await storage.delete(key)


async def delete_purged(session: AsyncSession, uploads: Sequence[Upload]) -> None:
    """Delete the database rows of images that `mark_for_purge` has marked."""
    await session.execute(
        delete(Upload)
        .where(
            col(Upload.id).in_([upload.id for upload in uploads]),
            col(Upload.purging_since).is_not(None),
        )
        .execution_options(synchronize_session=False)
    )
