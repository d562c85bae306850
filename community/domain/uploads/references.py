"""Functions and listeners that store which objects show which uploaded images."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal, TypeAlias
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, union_all, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core import clock, errors
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain import site
from community.domain.uploads.queries import get_still_url, get_variant_url
from community.i18n import gettext as _
from community.models import Upload, UploadReference

ReferenceKind: TypeAlias = Literal[
    "post",
    "post_draft",
    "comment",
    "user_avatar",
    "user_header",
    "community_avatar",
    "community_header",
    "reaction",
    "site_logo",
    "site_icon",
    "advertisement",
]
# A kind and the id of the post, comment, user or community that shows the images.
ReferenceOwner: TypeAlias = tuple[ReferenceKind, int]
# The images of the site have no object of their own.
_SITE_ID = 1


@dataclass(frozen=True, slots=True)
class ImageField:
    """A field of an object that contains the URL of one image, for example an avatar."""

    kind: ReferenceKind
    max_bytes: int  # the maximum size of the uploaded file
    width: int  # the width in pixels at which the site displays the image
    accepts_videos: bool = False
    is_still: bool = False  # whether the field shows only the first frame of an animation

    def get_url(self, upload: Upload) -> str:
        return (get_still_url if self.is_still else get_variant_url)(upload, self.width)


async def set_references(
    session: AsyncSession,
    actor: Actor,
    *,
    owner: ReferenceOwner,
    upload_ids: Sequence[UUID],
    form_field: str | None = "media",
    accepts_videos: bool = False,
) -> list[Upload]:
    """Store which images an object shows. Its other references are deleted.

    The actor can add only their own images, except that a text may quote an image that another
    object already shows.

    Args:
        form_field: Name of the form field that the error refers to. None if the images are quoted
            in a text. Then images that the actor cannot add are ignored.

    Raises:
        Invalid: An image does not exist, belongs to another user or is being deleted, or it is a
            video that the object cannot show.
    """
    found, referenced_ids = await _lock_uploads(session, owner, upload_ids)
    shown_ids = [
        upload_id
        for upload_id in upload_ids
        if (upload := found.get(upload_id)) is not None
        and (
            upload_id in referenced_ids
            or (upload.removed_at is None and _may_add(actor, upload, form_field))
        )
    ]
    if form_field is not None and len(shown_ids) < len(upload_ids):
        raise errors.Invalid.for_field(
            form_field, _("This image is no longer available. Upload it again.")
        )
    if form_field is not None and not accepts_videos:
        _ensure_no_videos([found[upload_id] for upload_id in shown_ids], form_field)
    kind, object_id = owner
    for upload_id in set(shown_ids) - referenced_ids:
        session.add(UploadReference(kind=kind, object_id=object_id, upload_id=upload_id))
        found[upload_id].attached_at = found[upload_id].attached_at or clock.now()
    if removed_ids := referenced_ids - set(shown_ids):
        await _delete_references(session, owner, removed_ids)
    await session.flush()
    return [found[upload_id] for upload_id in shown_ids]


async def set_images(
    session: AsyncSession,
    actor: Actor,
    fields: Mapping[str, ImageField],
    *,
    object_id: int,
    changes: Mapping[str, Any],
) -> dict[str, str | None]:
    """Store the images that an object shows in fields such as `avatar`.

    Args:
        changes: The changed values by field: the id of an upload, or None to remove the image.
            Values of fields that are not in `fields` are ignored.

    Returns:
        The URLs of the images, or None, by field. Fields without a change are omitted.

    Raises:
        Invalid: An image is too large (`too_large`), does not exist, belongs to another user or is
            being deleted.
    """
    urls: dict[str, str | None] = {}
    for name, field in fields.items():
        if name not in changes:
            continue
        shown = await set_references(
            session,
            actor,
            owner=(field.kind, object_id),
            upload_ids=() if changes[name] is None else (changes[name],),
            form_field=name,
            accepts_videos=field.accepts_videos,
        )
        for upload in shown:
            # `process` has already checked the size of a video.
            if not upload.video_size:
                ensure_size(upload, name, field.max_bytes)
        urls[name] = field.get_url(shown[0]) if shown else None
    return urls


async def list_references(
    session: AsyncSession, upload_id: UUID, *, limit: int | None = None
) -> list[tuple[str, int]]:
    """Return the objects that show an image, each as the kind of the reference and an id."""
    rows = await session.execute(
        select(UploadReference.kind, UploadReference.object_id)
        .where(col(UploadReference.upload_id) == upload_id)
        .order_by(col(UploadReference.kind), col(UploadReference.object_id))
        .limit(limit)
    )
    return [(kind, object_id) for kind, object_id in rows]


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


def is_referenced() -> ColumnElement[bool]:
    """Return the SQL condition that an object shows the upload."""
    return (
        select(UploadReference.upload_id)
        .where(col(UploadReference.upload_id) == col(Upload.id))
        .exists()
    )


def ensure_size(upload: Upload, form_field: str, max_bytes: int) -> None:
    """Raise `Invalid` (error code `too_large`) if the uploaded file was larger than `max_bytes`."""
    if upload.original_size > max_bytes:
        message = _(
            "This image is larger than {size} MB. Choose a smaller one.", size=max_bytes // 1024**2
        )
        raise errors.Invalid.for_field(form_field, message, code="too_large")


def _ensure_no_videos(shown: Sequence[Upload], form_field: str) -> None:
    if any(upload.video_size for upload in shown):
        raise errors.Invalid.for_field(form_field, _("Videos can only be profile pictures."))


async def _lock_uploads(
    session: AsyncSession, owner: ReferenceOwner, upload_ids: Collection[UUID]
) -> tuple[dict[UUID, Upload], set[UUID]]:
    """Lock the given images and the images that the object shows now.

    Returns:
        The images by id, without those that are being deleted, and the ids of the images that the
        object shows now.
    """
    referenced = select(UploadReference.upload_id).where(_belongs_to(owner))
    requested = aliased(Upload)
    requested_ids = select(requested.id).where(col(requested.id).in_(set(upload_ids)))
    rows = await session.execute(
        select(Upload, col(Upload.id).in_(referenced))
        .where(
            col(Upload.id).in_(union_all(referenced, requested_ids)),
            col(Upload.purging_since).is_(None),
        )
        .order_by(col(Upload.id))
        .with_for_update(of=Upload, **FOR_NO_KEY_UPDATE)
        .execution_options(populate_existing=True)
    )
    found = rows.all()
    uploads = {upload.id: upload for upload, _is_shown in found}
    return uploads, {upload.id for upload, is_shown in found if is_shown}


async def _delete_references(
    session: AsyncSession, owner: ReferenceOwner, upload_ids: Collection[UUID]
) -> None:
    await session.execute(
        delete(UploadReference).where(
            _belongs_to(owner), col(UploadReference.upload_id).in_(upload_ids)
        )
    )
    await session.execute(
        update(Upload)
        .where(col(Upload.id).in_(upload_ids), ~is_referenced())
        .values(attached_at=None, detached_at=clock.now())
    )


def _may_add(actor: Actor, upload: Upload, form_field: str | None) -> bool:
    return actor.is_user(upload.owner_id) or (form_field is None and upload.attached_at is not None)


def _belongs_to(owner: ReferenceOwner) -> ColumnElement[bool]:
    kind, object_id = owner
    return and_(col(UploadReference.kind) == kind, col(UploadReference.object_id) == object_id)


SITE_IMAGES: Final = {
    "logo": ImageField("site_logo", 2 * 1024**2, 640),
    "icon": ImageField("site_icon", 1024**2, 320),
}


async def attach_site_images(session: AsyncSession, event: site.SiteSettingsChanged) -> None:
    """Replace the ids of uploads in changed settings by the URLs of the images.

    Raise `Invalid` if an image is too large, does not exist or belongs to another user.
    """
    codes = SITE_IMAGES.keys() & set(event.codes)
    if event.section != site.GeneralSettings.name or not codes:
        return
    settings = await site.load_settings_section(session, site.GeneralSettings)
    upload_ids = {code: getattr(settings, code) for code in codes}
    urls = await set_images(
        session,
        Actor(user_id=event.changed_by_id),
        SITE_IMAGES,
        object_id=_SITE_ID,
        changes={code: UUID(value) if value else None for code, value in upload_ids.items()},
    )
    await site.store_image_urls(
        session, site.GeneralSettings, {code: url or "" for code, url in urls.items()}
    )
