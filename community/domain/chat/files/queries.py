"""Functions that find the files of a chat and build their views and URLs."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final, NamedTuple
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import urls
from community.core.actor import Actor
from community.core.errors import NotFound
from community.domain.chat import memberships, schemas, visibility
from community.domain.uploads import MEDIA_SECTION, ArchivedFile, MediaView
from community.gateways.media import FIRST_FRAME, chat_key_for
from community.i18n import gettext as _
from community.models import Chat, ChatFile, ChatMessage

# The last part of the storage key of a file that is no picture.
FILE_NAME: Final = "file"
FILES_PER_BATCH: Final = 200


class FileViews(NamedTuple):
    media: list[MediaView]
    files: list[schemas.FileView]


async def get_file(session: AsyncSession, actor: Actor, *, chat_id: int, file_id: UUID) -> ChatFile:
    """Return a file of a message that the actor sees, a group picture, or an own upload."""
    opened = await memberships.get_readable(session, actor, chat_id)
    is_in_message = and_(
        col(ChatMessage.deleted_at).is_(None),
        await visibility.is_visible_to(session, actor, opened),
    )
    is_unsent = and_(
        col(ChatFile.message_id).is_(None),
        or_(col(ChatFile.owner_id) == actor.id, col(ChatFile.id) == opened.chat.picture_id),
    )
    found = await session.scalar(
        select(ChatFile)
        .outerjoin(ChatMessage, col(ChatMessage.id) == col(ChatFile.message_id))
        .where(
            col(ChatFile.id) == file_id,
            col(ChatFile.chat_id) == chat_id,
            exists(),
            or_(is_in_message, is_unsent),
        )
    )
    if found is None:
        raise NotFound(_("File not found."))
    return found


async def get_usage(session: AsyncSession, actor: Actor) -> schemas.ChatFilesUsage:
    """Return how many pictures and files of chats there are, and how much storage they use."""
    actor.ensure_section(MEDIA_SECTION)
    found = await session.execute(
        select(func.count(), func.coalesce(func.sum(ChatFile.size), 0)).where(exists())
    )
    count, size = found.one()
    return schemas.ChatFilesUsage(count=count, size=int(size))


def exists() -> ColumnElement[bool]:
    """Return the SQL condition that the file is not being deleted."""
    return col(ChatFile.purging_since).is_(None)


def is_group_picture() -> ColumnElement[bool]:
    return (
        select(Chat.id)
        .where(col(Chat.id) == col(ChatFile.chat_id), col(Chat.picture_id) == col(ChatFile.id))
        .exists()
    )


async def build_views(
    session: AsyncSession, messages: Collection[ChatMessage]
) -> Mapping[int, FileViews]:
    """Return the pictures and files of messages by id. Messages without files are omitted."""
    message_ids = [message.id for message in messages if message.files_count]
    if not message_ids:
        return {}
    rows = await session.scalars(
        select(ChatFile)
        .where(col(ChatFile.message_id).in_(message_ids), exists())
        .order_by(col(ChatFile.message_id), col(ChatFile.position))
    )
    views: dict[int, FileViews] = defaultdict(lambda: FileViews([], []))
    for row in rows:
        assert row.message_id is not None
        if row.variants:
            views[row.message_id].media.append(to_picture_view(row))
        else:
            views[row.message_id].files.append(to_file_view(row))
    return views


def to_file_view(file: ChatFile) -> schemas.FileView:
    return schemas.FileView(
        id=file.id,
        name=file.name,
        size=file.size,
        content_type=file.content_type,
        url=_build_url(file),
    )


def to_picture_view(file: ChatFile) -> MediaView:
    """Return the view of a picture, with the URL of each variant as `uploads.to_media_view`."""
    variants = {str(width): _build_url(file, width) for width in _list_widths(file)}
    return MediaView(
        id=file.id,
        url=list(variants.values())[-1],
        alt=file.alt,
        width=file.width,
        height=file.height,
        variants=variants,
    )


def find_variant(file: ChatFile, size: int | None) -> int | None:
    """Return the width of the variant to serve, or None for a file that is no picture.

    Args:
        size: The requested width. The smallest variant that is at least as wide is served, or the
            largest one. 0 stands for a still picture of the smallest size.
    """
    if not file.variants:
        return None
    widths = _list_widths(file)
    if size == FIRST_FRAME and str(FIRST_FRAME) in file.variants:
        return FIRST_FRAME
    return next((width for width in widths if size is not None and width >= size), widths[-1])


def get_storage_key(file: ChatFile, variant: int | None) -> str:
    return chat_key_for(file.id, FILE_NAME if variant is None else f"{variant}.webp")


def list_storage_keys(file: ChatFile) -> list[str]:
    variants: Sequence[int | None] = sorted(map(int, file.variants)) or [None]
    return [get_storage_key(file, variant) for variant in variants]


async def list_files_for_export(
    session: AsyncSession, owner_id: int, *, after: UUID | None = None
) -> Sequence[ArchivedFile]:
    """Return the next files that a user has sent, of each picture the largest variant."""
    query = select(ChatFile).where(col(ChatFile.owner_id) == owner_id, exists())
    if after is not None:
        query = query.where(col(ChatFile.id) > after)
    rows = await session.scalars(query.order_by(col(ChatFile.id)).limit(FILES_PER_BATCH))
    return [
        ArchivedFile(
            row.id,
            get_storage_key(row, find_variant(row, None)),
            build_archive_path(row.id, row.name, row.content_type),
        )
        for row in rows
    ]


def build_archive_path(file_id: UUID | str, name: str, content_type: str) -> str:
    suffix = "webp" if content_type == "image/webp" else name.rpartition(".")[2]
    return f"messages/{file_id}.{suffix}"


def _list_widths(file: ChatFile) -> list[int]:
    return sorted(set(map(int, file.variants)) - {FIRST_FRAME})


def _build_url(file: ChatFile, size: int | None = None) -> str:
    assert file.chat_id is not None
    return urls.chat_file(file.chat_id, file.id, size)
