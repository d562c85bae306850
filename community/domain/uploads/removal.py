"""Functions with which administrators remove images.

The files are deleted by background jobs, which these functions enqueue, because file storages are
slow. Posts and comments keep their reference to a removed image: `find_removed` then answers that a
placeholder must be shown. Profiles and communities lose the picture.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, func, or_, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.core.errors import Conflict, NotFound
from community.core.events import DomainEvent
from community.domain import audit
from community.domain.jobs import outbox
from community.domain.uploads import policies, schemas
from community.domain.uploads.references import is_referenced, list_references
from community.i18n import gettext as _
from community.models import Upload, UploadReference


@dataclass(frozen=True, slots=True)
class UploadRemoved(DomainEvent):
    upload_id: UUID
    # The fields that showed the image and are now empty, each as the kind of the reference, such as
    # `user_avatar`, and the id of the object
    pictures: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class UnusedUploadsRemoved(DomainEvent):
    """An administrator removed all images that nothing shows."""


async def remove(
    session: AsyncSession,
    actor: Actor,
    *,
    upload_id: UUID,
    is_use_confirmed: bool = False,
    reason: str = "",
) -> bool:
    """Remove an image permanently.

    Args:
        is_use_confirmed: Whether to remove the image even if something shows it.

    Raises:
        Conflict: Something shows the image and `is_use_confirmed` is False. Or the image is a
            reaction, in an advertisement, or the logo or icon of the site, which are changed in
            their own sections.
    """
    actor.ensure_section(policies.SECTION)
    upload = await _lock(session, upload_id)
    uses = await list_references(session, upload_id)
    _ensure_removable(uses, is_use_confirmed=is_use_confirmed)
    pictures = [use for use in uses if use[0] in policies.PICTURE_KINDS]
    await _delete_picture_references(session, upload_id)
    upload.removed_at = clock.now()
    if len(pictures) == len(uses):
        upload.attached_at, upload.detached_at = None, upload.removed_at
    await session.flush()
    outbox.enqueue(session, "delete_removed_upload", upload_id=str(upload_id))
    events.record(session, UploadRemoved(upload_id, tuple(pictures)))
    await audit.record(
        session,
        actor,
        "upload.removed",
        target_kind="upload",
        target_id=str(upload_id),
        target_name=upload.name or upload.alt,
        before={
            "owner_id": upload.owner_id,
            "size": upload.size,
            "shown_by": [f"{kind} {object_id}" for kind, object_id in uses],
        },
        reason=reason,
    )
    return True


async def count_removable(session: AsyncSession, actor: Actor) -> schemas.UnusedUploads:
    """Return how many images `remove_all_unused` would remove, and their size."""
    actor.ensure_section(policies.SECTION)
    return await _sum(session, _is_removable_in_bulk(clock.now()))


async def remove_all_unused(
    session: AsyncSession, actor: Actor, *, reason: str = ""
) -> schemas.UnusedUploads:
    """Remove all images that have been unused for `policies.BULK_REMOVAL_GRACE`."""
    actor.ensure_section(policies.SECTION)
    condition = _is_removable_in_bulk(clock.now())
    found = await _sum(session, condition)
    if not found.count:
        return found
    await session.execute(
        update(Upload)
        .where(condition)
        .values(purging_since=clock.now())
        .execution_options(synchronize_session=False)
    )
    outbox.enqueue(session, "purge_uploads")
    events.record(session, UnusedUploadsRemoved())
    await audit.record(
        session,
        actor,
        "upload.unused_removed",
        target_kind="upload",
        before={"images": found.count, "bytes": found.size},
        reason=reason,
    )
    return found


async def find_removed(session: AsyncSession, upload_id: UUID) -> Upload | None:
    """Return the row of an image that an administrator removed, if something still refers to it."""
    return await session.scalar(
        select(Upload).where(col(Upload.id) == upload_id, col(Upload.removed_at).is_not(None))
    )


async def delete_removed(session: AsyncSession, upload_id: UUID) -> None:
    """Delete the row of a removed image whose files are deleted, unless something refers to it."""
    await session.execute(
        delete(Upload)
        .where(col(Upload.id) == upload_id, col(Upload.removed_at).is_not(None), ~is_referenced())
        .execution_options(synchronize_session=False)
    )


async def _lock(session: AsyncSession, upload_id: UUID) -> Upload:
    upload = await session.scalar(
        select(Upload)
        .where(col(Upload.id) == upload_id, policies.exists())
        .with_for_update(**FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    if upload is None:
        raise NotFound(_("This image no longer exists."))
    return upload


def _ensure_removable(uses: Sequence[tuple[str, int]], *, is_use_confirmed: bool) -> None:
    kinds = {kind for kind, _object_id in uses}
    if "reaction" in kinds:
        raise Conflict(_("This image is a reaction. Change it in the section “Reactions” first."))
    if "advertisement" in kinds:
        raise Conflict(
            _("This image is in an advertisement. Change it in the section “Advertising” first.")
        )
    if kinds & policies.SITE_KINDS:
        raise Conflict(
            _("This image is the logo or the icon of the site. Change it in the settings first.")
        )
    if uses and not is_use_confirmed:
        raise Conflict(_("This image is in use."), details={"uses": len(uses)})


async def _delete_picture_references(session: AsyncSession, upload_id: UUID) -> None:
    await session.execute(
        delete(UploadReference).where(
            col(UploadReference.upload_id) == upload_id,
            col(UploadReference.kind).in_(policies.PICTURE_KINDS),
        )
    )


def _is_removable_in_bulk(now: datetime) -> ColumnElement[bool]:
    cutoff, detached_at = now - policies.BULK_REMOVAL_GRACE, col(Upload.detached_at)
    return and_(
        policies.exists(),
        col(Upload.attached_at).is_(None),
        col(Upload.created_at) < cutoff,
        or_(detached_at.is_(None), detached_at < cutoff),
        ~is_referenced(),
    )


async def _sum(session: AsyncSession, condition: ColumnElement[bool]) -> schemas.UnusedUploads:
    query = select(func.count(), func.coalesce(func.sum(Upload.size), 0)).where(condition)
    count, size = (await session.execute(query)).one()
    return schemas.UnusedUploads(count=count, size=int(size))
