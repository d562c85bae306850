"""Uploaded pictures as they are shown."""

from collections.abc import Iterable
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.domain.uploads.schemas import MediaView
from community.media.storage import key_for
from community.models import Upload


async def views(session: AsyncSession, ids: Iterable[UUID]) -> dict[UUID, MediaView]:
    """The pictures with these ids, in one query."""
    wanted = set(ids)
    if not wanted:
        return {}
    rows = await session.scalars(select(Upload).where(col(Upload.id).in_(wanted)))
    return {row.id: view_of(row) for row in rows}


def view_of(upload: Upload) -> MediaView:
    """A picture with the addresses of its copies; `url` is the largest."""
    variants = {str(width): _url(upload, width) for width in _widths(upload)}
    return MediaView(
        id=upload.id,
        url=variants[str(_widths(upload)[-1])],
        alt=upload.alt,
        width=upload.width,
        height=upload.height,
        variants=variants,
    )


def url_of(upload: Upload, width: int) -> str:
    """The address of the smallest copy that is at least so many pixels wide, or of the largest."""
    widths = _widths(upload)
    return _url(upload, next((own for own in widths if own >= width), widths[-1]))


def keys_of(upload: Upload) -> list[str]:
    """The keys of all files of a picture in the storage."""
    return [key_for(upload.id, name_of(width)) for width in _widths(upload)]


def name_of(width: int) -> str:
    """The name of the file with the copy of that width."""
    return f"{width}.webp"


def _widths(upload: Upload) -> list[int]:
    return sorted(int(width) for width in upload.variants)


def _url(upload: Upload, width: int) -> str:
    return urls.upload(key_for(upload.id, name_of(width)))
