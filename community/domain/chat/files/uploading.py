"""Functions that store uploaded files of a chat.

To store a file, call these functions in this order:

1. `ensure_may_upload`, so that the server processes no files of other users. End the transaction.
2. `process_picture` or `process_file`.
3. `store` inserts the database row. Commit the transaction.
4. `store_files` writes the content to the file storage.

If the server crashes before `store_files` returns, a scheduled job later deletes the row and what
was written.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Any
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, func, select

from community.core import ids
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.core.text.normalization import clean_line, clean_search_term
from community.domain import uploads
from community.domain.chat import memberships, policies
from community.domain.chat.files.queries import FILE_NAME, is_group_picture
from community.gateways import media
from community.i18n import gettext as _
from community.models import ChatFile


@dataclass(frozen=True, slots=True)
class ProcessedFile:
    """An uploaded file that was checked, but is not stored yet."""

    name: str
    content_type: str
    contents: Mapping[str, bytes]  # the content of each file to store, by the last part of its key
    original_size: int
    width: int = 0
    height: int = 0
    # As `Upload.variants`. Empty for a file that is no picture.
    variants: Mapping[str, Any] = field(default_factory=dict)
    id: UUID = field(default_factory=ids.new_uuid)


async def ensure_may_upload(session: AsyncSession, actor: Actor, *, chat_id: int) -> None:
    """Check that the actor may send files in a chat, and has not too many that are unsent.

    Raises:
        PermissionDenied: The actor may not write: see `policies.find_send_error`.
        Invalid: The other user has not accepted the chat yet.
        Conflict: The actor has `policies.MAX_UNSENT_FILES` files that they have not sent.
    """
    opened = await memberships.get_readable(session, actor, chat_id)
    partner = await memberships.find_partner(session, actor, opened)
    error = policies.find_send_error(actor, opened.chat, opened.member, opened.other, partner)
    if error is not None:
        raise error
    if policies.is_request(opened.other, partner):
        raise policies.make_files_in_request_error("file")
    unsent = await session.scalar(
        select(func.count())
        .select_from(ChatFile)
        .where(
            col(ChatFile.owner_id) == actor.id,
            col(ChatFile.message_id).is_(None),
            col(ChatFile.purging_since).is_(None),
            ~is_group_picture(),
        )
    )
    if (unsent or 0) >= policies.MAX_UNSENT_FILES:
        raise Conflict(_("You have too many files that you haven't sent. Try again tomorrow."))


async def process_picture(
    actor: Actor, processor: media.ImageProcessor, content: bytes, *, name: str, crop: media.Crop
) -> ProcessedFile:
    """Check that a file is a picture, and encode it without its metadata.

    Raise `Invalid` if the file is too large (`too_large`) or is no picture (`unsupported_media`).
    """
    image = await processor.process(content, owner=actor.id, crop=crop)
    return ProcessedFile(
        name=clean_search_term(name, max_length=policies.FILE_NAME_MAX_LENGTH),
        content_type="image/webp",
        contents={f"{width}.webp": variant.data for width, variant in image.variants.items()},
        original_size=len(content),
        width=image.width,
        height=image.height,
        variants=uploads.describe_variants(image),
    )


async def process_file(content: bytes, *, name: str) -> ProcessedFile:
    """Check that a file is a PDF document, a text or an audio file.

    Raise `Invalid` if the file is too large (`too_large`) or of another type (`unsupported_media`).
    """
    if len(content) > media.MAX_FILE_BYTES:
        megabytes = media.MAX_FILE_BYTES // 1024**2
        message = _("Files can be up to {megabytes} MB.", megabytes=megabytes)
        raise Invalid.for_field("file", message, code="too_large")
    if not content:
        raise Invalid.for_field("file", _("This file is empty."))
    file_type = await asyncio.to_thread(media.detect_file_type, content)
    if file_type is None:
        message = _("Choose a PDF, text or audio file.")
        raise Invalid.for_field("file", message, code="unsupported_media")
    line = clean_search_term(name, max_length=policies.FILE_NAME_MAX_LENGTH)
    return ProcessedFile(
        name=media.clean_file_name(line, file_type),
        content_type=file_type.content_type,
        contents={FILE_NAME: content},
        original_size=len(content),
    )


async def store(
    session: AsyncSession, actor: Actor, *, chat_id: int, processed: ProcessedFile, alt: str = ""
) -> ChatFile:
    """Insert the database row of a file that the actor can then send.

    Raises:
        NotFound, PermissionDenied, Invalid, Conflict: As `ensure_may_upload`.
    """
    await ensure_may_upload(session, actor, chat_id=chat_id)
    row = ChatFile(
        id=processed.id,
        chat_id=chat_id,
        owner_id=actor.id,
        name=processed.name,
        alt=clean_line(alt, field="alt", max_length=policies.ALT_MAX_LENGTH),
        content_type=processed.content_type,
        size=sum(map(len, processed.contents.values())),
        original_size=processed.original_size,
        width=processed.width,
        height=processed.height,
        variants=dict(processed.variants),
    )
    session.add(row)
    await session.flush()
    return row


async def store_files(storage: media.PrivateStorage, processed: ProcessedFile) -> None:
    """Write the content of a file to the file storage, of a picture all its variants."""
    for name, content in processed.contents.items():
        await storage.put(media.chat_key_for(processed.id, name), BytesIO(content))
