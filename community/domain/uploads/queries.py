"""Uploaded pictures as they are shown."""

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

_ADDRESS = re.compile(re.escape(urls.upload("")) + r"([0-9a-f]{32})/")


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


def id_in(address: str) -> UUID | None:
    """The upload that an address of this site leads to."""
    match = _ADDRESS.match(address)
    return UUID(match[1]) if match else None


async def is_shown(session: AsyncSession, upload: Upload) -> bool:
    """Whether a picture stands anywhere: whoever gives pictures another place adds it here.

    Others may quote a picture in what they write, but they do not keep it.
    """
    face = or_(_holds(User.avatar, upload), _holds(User.header, upload))
    sign = or_(_holds(Community.avatar, upload), _holds(Community.header, upload))
    own_post = col(Post.author_id) == upload.owner_id
    places = (
        select(CommentMedia.comment_id).where(col(CommentMedia.upload_id) == upload.id),
        select(User.id).where(col(User.id) == upload.owner_id, face),
        select(Community.id).where(sign),
        select(Post.id).where(own_post, or_(_holds(Post.cover, upload), _holds(Post.text, upload))),
        select(PostDraft.post_id)
        .join(Post, col(Post.id) == col(PostDraft.post_id))
        .where(own_post, or_(_holds(PostDraft.cover, upload), _holds(PostDraft.text, upload))),
    )
    return await session.scalar(union_all(*places).limit(1)) is not None


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


def _holds(column: Any, upload: Upload) -> ColumnElement[bool]:
    return col(column).contains(urls.upload(upload.id.hex))
