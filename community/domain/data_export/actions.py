"""Functions that request an archive, follow how it is built, and delete it."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core import clock, events, ids
from community.core.actor import Actor
from community.core.db.personal_data import PersonalData
from community.domain import identity, mail, people
from community.domain.data_export import mails, policies, queries, schemas
from community.domain.data_export.events import DataExportChanged
from community.domain.jobs import outbox
from community.models import DataExport

EXPORT_JOB = "export_data"
DELETE_JOB = "delete_data_export"
EXPIRE_BATCH_SIZE = 200


async def request(session: AsyncSession, actor: Actor) -> schemas.DataExportView:
    """Let a job build an archive with the actor's data. It replaces the former archive.

    Raise `Conflict` if an archive is being prepared, or the last request was less than a day ago.
    """
    identity.ensure_recently_confirmed(actor)
    # The lock serializes requests, also the first ones, for which there is no row to lock.
    user = await identity.get_own_user(session, actor, for_update=True)
    export = await session.get(DataExport, user.id, populate_existing=True)
    policies.ensure_may_request(export)
    if export is None:
        export = DataExport(user_id=user.id)
        session.add(export)
    else:
        _delete_file(session, export)
        export.file_id = ids.new_uuid()
    export.state, export.attempts = schemas.ExportStatus.PREPARING.value, 0
    export.size = export.expires_at = None
    export.requested_at = clock.now()
    await session.flush()
    outbox.enqueue(session, EXPORT_JOB, file_id=str(export.file_id))
    events.record(session, DataExportChanged(user.id))
    return queries.build_view(export)


async def begin(session: AsyncSession, file_id: UUID) -> int | None:
    """Count an attempt and return the user's id, or None if the archive is not needed or failed."""
    export = await _lock_preparing(session, file_id)
    if export is None:
        return None
    if export.attempts >= policies.MAX_ATTEMPTS:  # The process ended during the last attempt.
        _fail(session, export)
        return None
    export.attempts += 1
    return export.user_id


async def finish(session: AsyncSession, file_id: UUID, *, size: int) -> bool:
    """Make an archive available for download, and send the link. Its file is stored.

    Return False if it is not needed any more, for example because the account was deleted.
    """
    export = await _lock_preparing(session, file_id)
    if export is None:
        return False
    user = await people.get_user(session, export.user_id)
    export.state, export.size = schemas.ExportStatus.READY.value, size
    export.expires_at = clock.now() + policies.LIFETIME
    await session.flush()
    message = mails.build_ready(
        user.name,
        size=size,
        expires_at=export.expires_at,
        url=urls.absolute(queries.build_download_url(export)),
    )
    await mail.enqueue(
        session, kind="data_export", recipient=user.email, message=message, is_private=True
    )
    events.record(session, DataExportChanged(export.user_id))
    return True


async def is_ready(session: AsyncSession, file_id: UUID) -> bool:
    """Return whether the file of an archive is needed, because it can be downloaded."""
    export = await session.scalar(select(DataExport).where(col(DataExport.file_id) == file_id))
    return policies.get_current_status(export) is schemas.ExportStatus.READY


async def record_failure(session: AsyncSession, file_id: UUID) -> None:
    """Tell the user that the archive could not be built, if no attempt is left."""
    export = await _lock_preparing(session, file_id)
    if export is not None and export.attempts >= policies.MAX_ATTEMPTS:
        _fail(session, export)


async def expire_old(session: AsyncSession) -> int:
    """Delete the files of a batch of archives whose time is over. Return the number of archives."""
    query = select(DataExport).where(
        col(DataExport.state) == schemas.ExportStatus.READY.value,
        col(DataExport.expires_at) <= clock.now(),
    )
    query = query.order_by(col(DataExport.expires_at)).limit(EXPIRE_BATCH_SIZE)
    rows = (await session.scalars(query.with_for_update(skip_locked=True))).all()
    for export in rows:
        export.state = schemas.ExportStatus.EXPIRED.value
        _delete_file(session, export)
        events.record(session, DataExportChanged(export.user_id))
    return len(rows)


async def discard(
    session: AsyncSession, *, user_ids: Collection[int], limit: int | None = None
) -> int:
    """Delete up to `limit` archives of users, also those that are being prepared."""
    query = select(DataExport).where(col(DataExport.user_id).in_(user_ids)).limit(limit)
    rows = (await session.scalars(query)).all()
    for export in rows:
        _delete_file(session, export)
        await session.delete(export)
    await session.flush()
    return len(rows)


async def _lock_preparing(session: AsyncSession, file_id: UUID) -> DataExport | None:
    return await session.scalar(
        select(DataExport)
        .where(
            col(DataExport.file_id) == file_id,
            col(DataExport.state) == schemas.ExportStatus.PREPARING.value,
        )
        .with_for_update()
    )


def _fail(session: AsyncSession, export: DataExport) -> None:
    export.state = schemas.ExportStatus.FAILED.value
    events.record(session, DataExportChanged(export.user_id))


def _delete_file(session: AsyncSession, export: DataExport) -> None:
    outbox.enqueue(session, DELETE_JOB, file_id=str(export.file_id))


PERSONAL_DATA: Final = (
    PersonalData(
        DataExport.user_id,
        export="The archive itself.",
        merge="Deleted when the merge begins.",
        erase=discard,
    ),
)
