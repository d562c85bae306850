"""HTTP routes for pictures and files in private messages, which only members can open."""

from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import quote
from uuid import UUID

from fastapi import APIRouter, Depends, Form, Header, Path, Query, Response, UploadFile

from community.api.http import SignedIn, error_responses, rate_limit
from community.api.http.responses import FILE_RESPONSES, stream_file
from community.api.routes.media import CROP_DESCRIPTION, ensure_file_size, parse_crop
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.http.etags import matches
from community.domain import chat, uploads
from community.domain.chat.files import ProcessedFile
from community.gateways.media import MAX_FILE_BYTES, backends
from community.gateways.media_conversion.limits import MAX_IMAGE_BYTES
from community.i18n import gettext as _
from community.models import ChatFile

router = APIRouter(tags=["Private messages"])

# The client asks each time whether the user may still open the file.
SERVING_HEADERS: Final = {
    "Cache-Control": "private, no-cache",
    "Vary": "Authorization, Cookie",
    "Accept-Ranges": "bytes",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_ERRORS: Final = (
    *("banned", "subscription_feature_required", "messages_not_accepted"),
    *("conflict", "too_large", "unsupported_media"),
)
_ChatId = Annotated[int, Path(alias="chat", gt=0, lt=2**63)]
_FileId = Annotated[UUID, Path(alias="file")]


@dataclass(frozen=True)
class PictureOptions:
    alt: Annotated[str, Form(max_length=1_000, description="The alternative text.")] = ""
    crop: Annotated[str, Form(max_length=200, description=CROP_DESCRIPTION)] = ""


@dataclass(frozen=True)
class FileRequest:
    """The part of a file that a client needs, and the copy that it has."""

    size: Annotated[
        int | None,
        Query(
            ge=0,
            le=10_000,
            description="The width of a picture, or 0 for a still picture of the smallest size.",
        ),
    ] = None
    if_none_match: Annotated[str, Header(max_length=1_000)] = ""
    range_header: Annotated[str, Header(alias="Range", max_length=1_000)] = ""
    if_range: Annotated[str, Header(max_length=1_000)] = ""


@router.post(
    "/m/{chat}/media",
    status_code=201,
    dependencies=[rate_limit("media")],
    responses=error_responses(*_ERRORS),
)
async def upload_picture(
    chat_id: _ChatId,
    file: UploadFile,
    actor: SignedIn,
    response: Response,
    options: Annotated[PictureOptions, Depends()],
) -> uploads.MediaView:
    """Upload a JPEG, PNG, WebP, GIF or AVIF image of up to 10 MB for a message or as a picture.

    The server deletes the image if it is not used within a day.
    """
    part = parse_crop(options.crop)
    await _ensure_may_upload(actor, chat_id)
    ensure_file_size(file, MAX_IMAGE_BYTES, _("Choose an image of up to 10 MB."))
    processed = await chat.files.process_picture(
        actor,
        backends.get_image_processor(),
        await file.read(),
        name=file.filename or "",
        crop=part,
    )
    view = chat.files.to_picture_view(await _store(actor, chat_id, processed, options.alt))
    response.headers["Location"] = view.url
    return view


@router.post(
    "/m/{chat}/files",
    status_code=201,
    dependencies=[rate_limit("media")],
    responses=error_responses(*_ERRORS),
)
async def upload_file(
    chat_id: _ChatId, file: UploadFile, actor: SignedIn, response: Response
) -> chat.FileView:
    """Upload a PDF, text or audio file of up to 10 MB for a message.

    The server recognizes the type by the content, and adds a suffix if the name has another one.
    It deletes the file if it is not sent within a day.
    """
    await _ensure_may_upload(actor, chat_id)
    ensure_file_size(file, MAX_FILE_BYTES, _("Choose a file of up to 10 MB."))
    processed = await chat.files.process_file(await file.read(), name=file.filename or "")
    view = chat.files.to_file_view(await _store(actor, chat_id, processed))
    response.headers["Location"] = view.url
    return view


@router.get(
    "/m/{chat}/files/{file}",
    response_class=Response,
    responses={
        200: {"content": {"application/octet-stream": {}}, "description": "The file."},
        **FILE_RESPONSES,
        **error_responses("not_found"),
    },
)
async def serve_file(
    chat_id: _ChatId,
    file_id: _FileId,
    actor: SignedIn,
    requested: Annotated[FileRequest, Depends()],
) -> Response:
    """Retrieve a picture or file of a message, or the part of it that `Range` requests.

    Only members of the chat who see the message can do this. Files are served as attachments.
    """
    async with read_session() as session:
        found = await chat.files.get_file(session, actor, chat_id=chat_id, file_id=file_id)
    return await serve_found_file(found, requested)


async def serve_found_file(found: ChatFile, requested: FileRequest) -> Response:
    """Return the response for a file that the caller may open."""
    variant = chat.files.find_variant(found, requested.size)
    headers = SERVING_HEADERS | {
        "Content-Type": found.content_type,
        "Content-Disposition": "inline" if variant is not None else _build_disposition(found),
        "ETag": f'"{found.id.hex}-{"" if variant is None else variant}"',
    }
    if matches(headers["ETag"], requested.if_none_match):
        return Response(status_code=304, headers=headers)
    is_current = not requested.if_range or requested.if_range == headers["ETag"]
    file = await backends.get_private_storage().open(chat.files.get_storage_key(found, variant))
    return stream_file(file, headers, requested.range_header if is_current else "")


async def _ensure_may_upload(actor: Actor, chat_id: int) -> None:
    async with read_session() as session:
        await chat.files.ensure_may_upload(session, actor, chat_id=chat_id)


async def _store(actor: Actor, chat_id: int, processed: ProcessedFile, alt: str = "") -> ChatFile:
    async with unit_of_work() as session:
        stored = await chat.files.store(
            session, actor, chat_id=chat_id, processed=processed, alt=alt
        )
    await chat.files.store_files(backends.get_private_storage(), processed)
    return stored


def _build_disposition(file: ChatFile) -> str:
    """Return a header that makes browsers save the file, with its name in ASCII and in UTF-8."""
    ascii_name = "".join(
        char if char.isascii() and (char.isalnum() or char in " ._-()") else "_"
        for char in file.name
    )
    return f"attachment; filename=\"{ascii_name}\"; filename*=UTF-8''{quote(file.name, safe='')}"
