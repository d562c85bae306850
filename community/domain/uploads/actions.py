"""Functions that store uploaded images and videos.

To store an uploaded image, call these functions in this order:

1. `process` re-encodes the image. Call it outside a transaction.
2. `store` inserts the database row of the image. Commit the transaction.
3. `store_files` writes the image files.

If the server crashes before `store_files` returns, a scheduled job later deletes the row and the
files that were already written (see `purging.py`).
"""

from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import errors, ids
from community.core.actor import Actor
from community.core.text.normalization import clean_line, clean_search_term
from community.domain.uploads import policies
from community.domain.uploads.queries import VIDEO_FILENAME, get_variant_filename
from community.gateways import media
from community.i18n import gettext as _
from community.models import Upload


@dataclass(frozen=True, slots=True)
class ProcessedUpload:
    """An uploaded file that `process` has validated and re-encoded, but that is not stored yet."""

    # The re-encoded image in several sizes. Of a video, it shows the first frame.
    image: media.ProcessedImage
    original_size: int  # size of the uploaded file in bytes
    # The id that the database row will have. It is random, so that other users cannot guess the
    # image URL.
    id: UUID = field(default_factory=ids.new_uuid)


async def process(
    actor: Actor,
    processor: media.ImageProcessor,
    file_content: bytes,
    *,
    crop: media.Crop = media.WHOLE_IMAGE,
    kind: media.Kind = "image",
) -> ProcessedUpload:
    """Check that a file contains a supported image or video, and re-encode it.

    Raise `Invalid` if the file is too large (error code `too_large`) or is not supported (error
    code `unsupported_media`).
    """
    policies.ensure_may_upload(actor)
    image = await processor.process(file_content, owner=actor.id, crop=crop, kind=kind)
    return ProcessedUpload(image, len(file_content))


async def store(
    session: AsyncSession,
    actor: Actor,
    *,
    processed: ProcessedUpload,
    name: str = "",
    alt: str = "",
) -> Upload:
    """Insert the database row of a processed image.

    The image is unused until a caller passes its id to `set_references`. A scheduled job deletes
    images that stay unused for `UNATTACHED_RETENTION`. Raise `Conflict` if the actor already has
    `MAX_UNATTACHED` unused images.
    """
    policies.ensure_may_upload(actor)
    if await _count_unattached(session, actor) >= policies.MAX_UNATTACHED:
        raise errors.Conflict(
            _("You have too many unused images. Use some of them or try again tomorrow.")
        )
    image = processed.image
    upload = Upload(
        id=processed.id,
        owner_id=actor.id,
        name=_clean_file_name(name),
        alt=clean_line(alt, field="alt", max_length=policies.ALT_MAX_LENGTH),
        width=image.width,
        height=image.height,
        size=sum(len(variant.data) for variant in image.variants.values()) + len(image.video),
        video_size=len(image.video),
        original_size=processed.original_size,
        variants=describe_variants(image),
    )
    session.add(upload)
    await session.flush()
    return upload


def describe_variants(image: media.ProcessedImage) -> dict[str, Any]:
    return {
        str(requested_width): {
            "width": variant.width,
            "height": variant.height,
            "size": len(variant.data),
        }
        for requested_width, variant in image.variants.items()
    }


async def store_files(storage: media.Storage, processed: ProcessedUpload) -> None:
    """Write the image files, one file per size, and the video to the file storage.

    After this function has returned, the files survive a crash or a power failure.
    """
    for width, variant in processed.image.variants.items():
        await storage.put(media.key_for(processed.id, get_variant_filename(width)), variant.data)
    if video := processed.image.video:
        await storage.put(media.key_for(processed.id, VIDEO_FILENAME), video)


def _clean_file_name(name: str) -> str:
    """Return the name of a file as one line, or "" for a name that is too long to store."""
    return clean_search_term(name, max_length=policies.NAME_MAX_LENGTH)


async def _count_unattached(session: AsyncSession, actor: Actor) -> int:
    query = (
        select(func.count())
        .select_from(Upload)
        .where(col(Upload.owner_id) == actor.id, col(Upload.attached_at).is_(None))
    )
    return await session.scalar(query) or 0
