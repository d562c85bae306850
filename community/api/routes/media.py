"""HTTP routes that upload and serve images."""

from typing import Annotated

from fastapi import APIRouter, Form, Header, Path, Response, UploadFile
from starlette.responses import StreamingResponse

from community.api.http.authentication import SignedIn
from community.api.http.error_responses import error_responses
from community.api.http.rate_limits import rate_limit
from community.core.actor import Actor
from community.core.db.sessions import unit_of_work
from community.core.errors import Invalid
from community.core.http.etags import matches
from community.domain import uploads
from community.domain.uploads import MediaView
from community.i18n import gettext as _
from community.media import backends, get_serving_headers
from community.media.limits import MAX_IMAGE_BYTES

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
) -> MediaView:
    """Upload a JPEG, PNG, WebP, GIF or AVIF image of up to 10 MB.

    The server deletes the image if it is not used within a day.
    """
    view = await save_upload(actor, file, alt=alt)
    response.headers["Location"] = view.url
    return view


@router.get(
    "/media/{key:path}",
    response_class=Response,
    responses={
        200: {"content": {"image/webp": {}}, "description": "The file. Its content is immutable."},
        304: {"description": "The client's copy is current."},
        **error_responses("not_found"),
    },
)
async def serve_file(
    key: Annotated[str, Path(max_length=100)],
    if_none_match: Annotated[str, Header(max_length=1_000)] = "",
) -> Response:
    """Retrieve an uploaded file."""
    headers = get_serving_headers(key) | {"ETag": f'"{key}"'}
    if matches(headers["ETag"], if_none_match):
        return Response(status_code=304, headers=headers)
    file = await backends.get_storage().open(key)
    headers["Content-Length"] = str(file.size)
    return StreamingResponse(file.chunks, headers=headers)


async def save_upload(actor: Actor, file: UploadFile, *, alt: str = "") -> MediaView:
    """Process and store an uploaded image.

    Raises:
        Invalid: The image is too large.
        DomainError: `uploads.process` or `uploads.store` rejected the image.
    """
    if (file.size or 0) > MAX_IMAGE_BYTES:
        raise Invalid.for_field("file", _("Choose an image of up to 10 MB."), code="too_large")
    processed = await uploads.process(actor, backends.get_image_processor(), await file.read())
    async with unit_of_work() as session:
        upload = await uploads.store(session, actor, processed=processed, alt=alt)
        view = uploads.to_media_view(upload)
    await uploads.store_files(backends.get_storage(), processed)
    return view
