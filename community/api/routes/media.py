"""HTTP routes that upload and serve images and videos."""

from html import escape
from typing import Annotated, Final

from fastapi import APIRouter, Form, Header, Path, Response, UploadFile

from community.api.http import error_responses, rate_limit
from community.api.http.callers import SignedIn, has_subscription_feature
from community.api.http.responses import FILE_RESPONSES, stream_file
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Invalid, NotFound
from community.core.http.etags import matches
from community.core.ids import parse_uuid
from community.domain import people, uploads
from community.domain.people.policies import ensure_may_use_video_avatar
from community.gateways import media
from community.gateways.media import backends
from community.gateways.media_conversion.limits import MAX_IMAGE_BYTES
from community.i18n import gettext as _
from community.models import Upload

# It has the proportions of the removed image, so that pages keep their layout. Its text is legible
# on light and dark pages.
PLACEHOLDER: Final = """<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}">\
<rect width="100%" height="100%" fill="#808080" fill-opacity=".16"/>\
<svg viewBox="0 0 240 120" width="100%" height="100%"><g fill="none" stroke="#7f7f7f" \
stroke-width="2.5" stroke-linecap="round" stroke-linejoin="round">\
<path d="M104 30h28a6 6 0 0 1 6 6v22M138 66a6 6 0 0 1-6 4h-24a6 6 0 0 1-6-6V38"/>\
<path d="m102 62 9-9 7 7M98 26l44 48"/></g>\
<text x="120" y="98" text-anchor="middle" font-family="system-ui,sans-serif" font-size="13" \
fill="#7f7f7f">{text}</text></svg></svg>"""
PLACEHOLDER_HEADERS: Final = {
    "Cache-Control": "public, max-age=3600",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
}
CROP_DESCRIPTION: Final = (
    "The part of the image to keep: the left, top, right and bottom edge as fractions of its width "
    "and height, for example `0.25,0,0.75,1`. The server keeps the whole image by default."
)
VIDEO_CROP_DESCRIPTION: Final = (
    "The part of the picture that contains the square to keep, as in `POST /media`. The server "
    "keeps the largest square in its middle."
)

router = APIRouter(tags=["Media"])


@router.post(
    "/media",
    status_code=201,
    dependencies=[rate_limit("media")],
    responses=error_responses("banned", "conflict", "too_large", "unsupported_media"),
)
async def upload_image(
    file: UploadFile,
    actor: SignedIn,
    response: Response,
    alt: Annotated[str, Form(max_length=1_000, description="The alternative text.")] = "",
    crop: Annotated[str, Form(max_length=200, description=CROP_DESCRIPTION)] = "",
) -> uploads.MediaView:
    """Upload a JPEG, PNG, WebP, GIF or AVIF image of up to 10 MB.

    The server deletes the image if it is not used within a day.
    """
    view = await save_upload(actor, file, alt=alt, crop=parse_crop(crop))
    response.headers["Location"] = view.url
    return view


@router.post(
    "/media/video-avatars",
    status_code=201,
    dependencies=[
        has_subscription_feature("video_avatar", ensure_may_use_video_avatar),
        rate_limit("media"),
    ],
    responses=error_responses(
        "banned", "conflict", "subscription_feature_required", "too_large", "unsupported_media"
    ),
)
async def upload_video_avatar(
    file: UploadFile,
    actor: SignedIn,
    response: Response,
    crop: Annotated[str, Form(max_length=200, description=VIDEO_CROP_DESCRIPTION)] = "",
) -> uploads.MediaView:
    """Upload an MP4, MOV or WebM video of up to 5 MB and 10 seconds as an avatar.

    The server makes a square MP4 file without sound, and an image of the first frame. To show them,
    set `avatar` to the id (`POST /settings/profile`). Without the feature `video_avatar`, the
    response is 403.
    """
    ensure_file_size(file, media.MAX_VIDEO_BYTES, _("Choose a video of up to 5 MB."))
    processed = await people.video_avatars.process(
        actor, backends.get_image_processor(), await file.read(), crop=parse_crop(crop)
    )
    view = await _store(actor, processed, name=file.filename or "")
    response.headers["Location"] = view.url
    return view


@router.get(
    "/media/{key:path}",
    response_class=Response,
    responses={
        200: {
            "content": {"image/webp": {}, "video/mp4": {}},
            "description": "The file. Its content is immutable.",
        },
        410: {
            "content": {"image/svg+xml": {}},
            "description": "An administrator removed the image. The response is a placeholder.",
        },
        **FILE_RESPONSES,
        **error_responses("not_found"),
    },
)
async def serve_file(
    key: Annotated[str, Path(max_length=100)],
    if_none_match: Annotated[str, Header(max_length=1_000)] = "",
    range_header: Annotated[str, Header(alias="Range", max_length=1_000)] = "",
    if_range: Annotated[str, Header(max_length=1_000)] = "",
) -> Response:
    """Retrieve an uploaded file, or the part of it that `Range` requests."""
    headers = media.get_serving_headers(key) | {"ETag": f'"{key}"', "Accept-Ranges": "bytes"}
    if matches(headers["ETag"], if_none_match):
        return Response(status_code=304, headers=headers)
    try:
        file = await backends.get_storage().open(key)
    except NotFound:
        if (upload := await _find_removed(key)) is None:
            raise
        return _build_placeholder(upload)
    if if_range and if_range != headers["ETag"]:
        range_header = ""
    return stream_file(file, headers, range_header)


async def save_upload(
    actor: Actor, file: UploadFile, *, alt: str = "", crop: media.Crop = media.WHOLE_IMAGE
) -> uploads.MediaView:
    ensure_file_size(file, MAX_IMAGE_BYTES, _("Choose an image of up to 10 MB."))
    processed = await uploads.process(
        actor, backends.get_image_processor(), await file.read(), crop=crop
    )
    return await _store(actor, processed, name=file.filename or "", alt=alt)


def ensure_file_size(file: UploadFile, max_bytes: int, message: str) -> None:
    if (file.size or 0) > max_bytes:
        raise Invalid.for_field("file", message, code="too_large")


async def _store(
    actor: Actor, processed: uploads.ProcessedUpload, *, name: str, alt: str = ""
) -> uploads.MediaView:
    async with unit_of_work() as session:
        upload = await uploads.store(session, actor, processed=processed, name=name, alt=alt)
        view = uploads.to_media_view(upload)
    await uploads.store_files(backends.get_storage(), processed)
    return view


def parse_crop(text: str) -> media.Crop:
    try:
        return media.Crop.parse(text)
    except ValueError as error:
        message = _("This part of the image can't be used. Choose another one.")
        raise Invalid.for_field("crop", message) from error


async def _find_removed(key: str) -> Upload | None:
    upload_id = parse_uuid(key.partition("/")[0])
    if upload_id is None:
        return None
    async with read_session() as session:
        return await uploads.find_removed(session, upload_id)


def _build_placeholder(upload: Upload) -> Response:
    """Return the image that pages show in place of a removed one. Browsers show it despite 410."""
    return Response(
        PLACEHOLDER.format(
            width=upload.width, height=upload.height, text=escape(_("Image removed"))
        ),
        status_code=410,
        media_type="image/svg+xml",
        headers=PLACEHOLDER_HEADERS,
    )
