"""Taking pictures in, and serving them."""

from typing import Annotated

from fastapi import APIRouter, Form, Header, Path, Response, UploadFile
from starlette.responses import StreamingResponse

from community.api.identity import SignedIn
from community.api.limits import limited
from community.api.refusals import refusals
from community.core.actor import Actor
from community.core.database import unit_of_work
from community.core.errors import Invalid
from community.core.etags import is_known
from community.domain import uploads
from community.domain.uploads import MediaView
from community.media import chosen, serving_headers
from community.media.limits import MAX_IMAGE_BYTES

router = APIRouter(tags=["Media"])


@router.post(
    "/media",
    status_code=201,
    dependencies=[limited("media")],
    responses=refusals("banned", "conflict", "too_large", "unsupported_media"),
)
async def upload(
    file: UploadFile,
    actor: SignedIn,
    response: Response,
    alt: Annotated[str, Form(max_length=1_000, description="What it shows.")] = "",
) -> MediaView:
    """Upload a JPEG, PNG, WebP, GIF or AVIF of up to 10 MB. Unused, it goes after a day."""
    view = await receive(actor, file, alt=alt)
    response.headers["Location"] = view.url
    return view


@router.get(
    "/media/{key:path}",
    response_class=Response,
    responses={
        200: {"content": {"image/webp": {}}, "description": "The picture. It never changes."},
        304: {"description": "The client has it."},
        **refusals("not_found"),
    },
)
async def serve(
    key: Annotated[str, Path(max_length=100)],
    if_none_match: Annotated[str, Header()] = "",
) -> Response:
    """A stored file."""
    headers = serving_headers(key) | {"ETag": f'"{key}"'}
    if is_known(headers["ETag"], if_none_match):
        return Response(status_code=304, headers=headers)
    file = await chosen.storage().open(key)
    headers["Content-Length"] = str(file.size)
    return StreamingResponse(file.chunks, headers=headers)


async def receive(actor: Actor, file: UploadFile, *, alt: str = "") -> MediaView:
    """Take a picture in that came with a request.

    Raises:
        Refusal: as `uploads.judge` and `uploads.store` do.
    """
    if (file.size or 0) > MAX_IMAGE_BYTES:
        raise Invalid.field(
            "file", "A picture can have 10 MB. Choose a smaller one.", code="too_large"
        )
    judged = await uploads.judge(actor, chosen.images(), await file.read())
    async with unit_of_work() as session:
        view = uploads.view_of(await uploads.store(session, actor, judged=judged, alt=alt))
    await uploads.keep_files(chosen.storage(), judged)
    return view
