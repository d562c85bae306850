from collections.abc import Iterable
from typing import Final
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.db.columns import eager
from community.domain.uploads import policies, schemas
from community.gateways.media import FIRST_FRAME, key_for
from community.models import Upload, UploadReference

VIDEO_FILENAME: Final = "video.mp4"


async def find_media_views(
    session: AsyncSession, upload_ids: Iterable[UUID]
) -> dict[UUID, schemas.MediaView]:
    requested = set(upload_ids)
    if not requested:
        return {}
    rows = await session.scalars(select(Upload).where(col(Upload.id).in_(requested)))
    return {row.id: to_media_view(row) for row in rows}


async def find_upload(session: AsyncSession, upload_id: UUID) -> Upload | None:
    """Return an image with its owner. Images that are removed or being deleted are not found."""
    query = select(Upload).where(col(Upload.id) == upload_id, policies.exists())
    return await session.scalar(query.options(eager(Upload.owner)))


async def find_video_url(session: AsyncSession, kind: str, object_id: int) -> str | None:
    """Return the URL of the video that an object shows. `kind` is that of the reference."""
    upload = await session.scalar(
        select(Upload)
        .join(UploadReference, col(UploadReference.upload_id) == col(Upload.id))
        .where(
            col(UploadReference.kind) == kind,
            col(UploadReference.object_id) == object_id,
            col(Upload.video_size) > 0,
            policies.exists(),
        )
        .limit(1)
    )
    return _build_video_url(upload) if upload else None


async def is_video(session: AsyncSession, upload_id: UUID) -> bool:
    size = await session.scalar(select(Upload.video_size).where(col(Upload.id) == upload_id))
    return bool(size)


def to_media_view(upload: Upload) -> schemas.MediaView:
    """Convert the row of an upload to a view that contains the URL of each image size."""
    variants = {str(width): _build_variant_url(upload, width) for width in _list_widths(upload)}
    return schemas.MediaView(
        id=upload.id,
        url=variants[str(_list_widths(upload)[-1])],
        alt=upload.alt,
        width=upload.width,
        height=upload.height,
        variants=variants,
        video=_build_video_url(upload),
    )


def get_variant_url(upload: Upload, width: int) -> str:
    """Return the URL of the smallest image at least `width` pixels wide, or of the largest one."""
    widths = _list_widths(upload)
    return _build_variant_url(
        upload, next((candidate for candidate in widths if candidate >= width), widths[-1])
    )


def get_still_url(upload: Upload, width: int) -> str:
    """Return the URL as `get_variant_url`, or that of the first frame of an animation."""
    if str(FIRST_FRAME) in upload.variants:
        return _build_variant_url(upload, FIRST_FRAME)
    return get_variant_url(upload, width)


def list_storage_keys(upload: Upload) -> list[str]:
    """Return the key of each file in the file storage: one image per size, and the video."""
    widths = sorted(map(int, upload.variants))
    keys = [key_for(upload.id, get_variant_filename(width)) for width in widths]
    return [*keys, key_for(upload.id, VIDEO_FILENAME)] if upload.video_size else keys


def get_variant_filename(width: int) -> str:
    return f"{width}.webp"


def _list_widths(upload: Upload) -> list[int]:
    """Return the requested widths of the variants, smallest first, without `FIRST_FRAME`."""
    return sorted(set(map(int, upload.variants)) - {FIRST_FRAME})


def _build_video_url(upload: Upload) -> str | None:
    if not upload.video_size:
        return None
    return urls.uploaded_file(key_for(upload.id, VIDEO_FILENAME))


def _build_variant_url(upload: Upload, width: int) -> str:
    return urls.uploaded_file(key_for(upload.id, get_variant_filename(width)))
