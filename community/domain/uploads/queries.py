"""Functions that read uploaded images, build their URLs and check whether content uses them."""

import re
from collections.abc import Iterable
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, or_, union_all
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.domain.uploads.schemas import MediaView
from community.media.storage import key_for
from community.models import CommentMedia, Community, Post, PostDraft, Upload, User

_UPLOAD_URL = re.compile(re.escape(urls.uploaded_file("")) + r"([0-9a-f]{32})/")


async def find_media_views(
    session: AsyncSession, upload_ids: Iterable[UUID]
) -> dict[UUID, MediaView]:
    requested = set(upload_ids)
    if not requested:
        return {}
    rows = await session.scalars(select(Upload).where(col(Upload.id).in_(requested)))
    return {row.id: to_media_view(row) for row in rows}


def to_media_view(upload: Upload) -> MediaView:
    """Convert the row of an upload to a view that contains the URL of each image size.

    The field `url` contains the URL of the largest size.
    """
    variants = {str(width): _build_variant_url(upload, width) for width in _list_widths(upload)}
    return MediaView(
        id=upload.id,
        url=variants[str(_list_widths(upload)[-1])],
        alt=upload.alt,
        width=upload.width,
        height=upload.height,
        variants=variants,
    )


def get_variant_url(upload: Upload, width: int) -> str:
    """Return the URL of the image size to display with a width of `width` pixels.

    The function chooses the smallest size that is at least `width` pixels wide. If all sizes are
    narrower, it chooses the largest size.
    """
    widths = _list_widths(upload)
    return _build_variant_url(
        upload, next((candidate for candidate in widths if candidate >= width), widths[-1])
    )


def parse_upload_id(url: str) -> UUID | None:
    """Return the upload id that an image URL contains, or None if the URL has another format."""
    match = _UPLOAD_URL.match(url)
    return UUID(match[1]) if match else None


async def is_referenced(session: AsyncSession, upload: Upload) -> bool:
    """Return whether any content uses an uploaded image.

    The function searches all comments and communities. It searches only those posts, drafts and
    profiles that belong to the user who uploaded the image.

    If you add a column that refers to uploads, also add the column here. Otherwise
    a scheduled job deletes images that are in use.
    """
    is_in_profile = or_(_contains_url(User.avatar, upload), _contains_url(User.header, upload))
    is_in_community = or_(
        _contains_url(Community.avatar, upload), _contains_url(Community.header, upload)
    )
    is_in_post = or_(_contains_url(Post.cover, upload), _contains_url(Post.text, upload))
    is_in_draft = or_(_contains_url(PostDraft.cover, upload), _contains_url(PostDraft.text, upload))
    is_own_post = col(Post.author_id) == upload.owner_id
    references = (
        select(CommentMedia.comment_id).where(col(CommentMedia.upload_id) == upload.id),
        select(User.id).where(col(User.id) == upload.owner_id, is_in_profile),
        select(Community.id).where(is_in_community),
        select(Post.id).where(is_own_post, is_in_post),
        select(PostDraft.post_id)
        .join(Post, col(Post.id) == col(PostDraft.post_id))
        .where(is_own_post, is_in_draft),
    )
    return await session.scalar(union_all(*references).limit(1)) is not None


def list_storage_keys(upload: Upload) -> list[str]:
    """Return the key of each image file in the file storage. There is one file per size."""
    return [key_for(upload.id, get_variant_filename(width)) for width in _list_widths(upload)]


def get_variant_filename(width: int) -> str:
    return f"{width}.webp"


def _list_widths(upload: Upload) -> list[int]:
    return sorted(int(width) for width in upload.variants)


def _build_variant_url(upload: Upload, width: int) -> str:
    return urls.uploaded_file(key_for(upload.id, get_variant_filename(width)))


def _contains_url(column: Any, upload: Upload) -> ColumnElement[bool]:
    return col(column).contains(urls.uploaded_file(upload.id.hex))
