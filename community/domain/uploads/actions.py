"""Functions that store uploaded images and mark them as used or unused.

To store an uploaded image, call these functions in this order:

1. `process` re-encodes the image. Call it outside a transaction.
2. `store` inserts the database row of the image. Commit the transaction.
3. `store_files` writes the image files.

If the server crashes before `store_files` returns, a scheduled job later deletes the row and the
files that were already written (see `purging.py`).
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, ids
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.core.locks import FOR_NO_KEY_UPDATE
from community.core.text_normalization import normalize_line
from community.domain.uploads import policies
from community.domain.uploads.queries import (
    get_variant_filename,
    is_referenced,
    parse_upload_id,
)
from community.i18n import gettext as _
from community.i18n import ngettext
from community.i18n.formats import format_number
from community.media import ImageProcessor, ProcessedImage, Storage, key_for
from community.models import Upload


@dataclass(frozen=True, slots=True)
class ProcessedUpload:
    """An uploaded image that `process` has validated and re-encoded, but that is not stored yet.

    Attributes:
        image: The re-encoded image in several sizes.
        original_size: Size of the uploaded file in bytes.
        id: The id that the database row will have. It is random, so that other users cannot guess
            the image URL.
    """

    image: ProcessedImage
    original_size: int
    id: UUID = field(default_factory=ids.new_uuid)


async def process(actor: Actor, processor: ImageProcessor, file_content: bytes) -> ProcessedUpload:
    """Check that a file contains a supported image, and re-encode the image in several sizes.

    Raises:
        PermissionDenied: The actor is a guest or is banned.
        Invalid: The file is too large (error code `too_large`) or is not a supported image (error
            code `unsupported_media`).
    """
    policies.ensure_may_upload(actor)
    return ProcessedUpload(await processor.process(file_content), len(file_content))


async def store(
    session: AsyncSession, actor: Actor, *, processed: ProcessedUpload, alt: str = ""
) -> Upload:
    """Insert the database row of a processed image.

    The image is unused until a caller passes its id to `mark_attached`. A scheduled job deletes
    images that stay unused for `UNATTACHED_RETENTION`.

    Args:
        alt: Alternative text for screen readers.

    Raises:
        PermissionDenied: The actor is a guest or is banned.
        Invalid: `alt` is too long.
        Conflict: The actor already has `MAX_UNATTACHED` unused images.
    """
    policies.ensure_may_upload(actor)
    if await _count_unattached(session, actor) >= policies.MAX_UNATTACHED:
        raise Conflict(
            _("You have too many unused images. Use some of them or try again tomorrow.")
        )
    image = processed.image
    upload = Upload(
        id=processed.id,
        owner_id=actor.id,
        alt=_clean_alt(alt),
        width=image.width,
        height=image.height,
        size=sum(len(variant.data) for variant in image.variants.values()),
        original_size=processed.original_size,
        variants={
            str(requested_width): {
                "width": variant.width,
                "height": variant.height,
                "size": len(variant.data),
            }
            for requested_width, variant in image.variants.items()
        },
    )
    session.add(upload)
    await session.flush()
    return upload


async def store_files(storage: Storage, processed: ProcessedUpload) -> None:
    """Write the image files to the file storage, one file per size.

    After this function has returned, the files survive a crash or a power failure.
    """
    for width, variant in processed.image.variants.items():
        await storage.put(key_for(processed.id, get_variant_filename(width)), variant.data)


async def mark_attached(
    session: AsyncSession, actor: Actor, upload_ids: Sequence[UUID], *, form_field: str = "media"
) -> list[Upload]:
    """Mark the actor's images as used, and return them in the order of `upload_ids`.

    Call this function when a post, comment, community or profile starts to use the images.

    Args:
        form_field: Name of the form field that the error refers to.

    Raises:
        Invalid: An image does not exist, belongs to another user or is being deleted.
    """
    if not upload_ids:
        return []
    rows = await session.scalars(
        select(Upload)
        .where(
            col(Upload.id).in_(set(upload_ids)),
            col(Upload.owner_id) == actor.id,
            col(Upload.purging_since).is_(None),
        )
        .order_by(col(Upload.id))
        .with_for_update(**FOR_NO_KEY_UPDATE)
    )
    uploads_by_id = {row.id: row for row in rows}
    if not uploads_by_id.keys() >= set(upload_ids):
        raise Invalid.for_field(
            form_field, _("This image is no longer available. Upload it again.")
        )
    for row in uploads_by_id.values():
        row.attached_at = row.attached_at or clock.now()
    return [uploads_by_id[upload_id] for upload_id in upload_ids]


async def detach_if_unreferenced(session: AsyncSession, url: str | None) -> bool:
    """Mark an image as unused if no content refers to it anymore.

    Call this function after a reference to the image was replaced or removed. A scheduled job
    deletes images that stay unused for `UNATTACHED_RETENTION`.

    Args:
        url: URL of the image in any size. The function ignores None and URLs that do not belong to
            an upload.

    Returns:
        True if the function marked the image as unused.
    """
    if (upload_id := parse_upload_id(url or "")) is None:
        return False
    await session.flush()
    upload = await session.get(
        Upload, upload_id, with_for_update=FOR_NO_KEY_UPDATE, populate_existing=True
    )
    if upload is None or await is_referenced(session, upload):
        return False
    upload.attached_at, upload.detached_at = None, clock.now()
    return True


async def _count_unattached(session: AsyncSession, actor: Actor) -> int:
    query = (
        select(func.count())
        .select_from(Upload)
        .where(col(Upload.owner_id) == actor.id, col(Upload.attached_at).is_(None))
    )
    return await session.scalar(query) or 0


def _clean_alt(alt: str) -> str:
    cleaned = normalize_line(alt)
    if len(cleaned) > policies.ALT_MAX_LENGTH:
        message = ngettext(
            "Use at most {count} character.",
            "Use at most {count} characters.",
            policies.ALT_MAX_LENGTH,
            count=format_number(policies.ALT_MAX_LENGTH),
        )
        raise Invalid.for_field("alt", message)
    return cleaned
