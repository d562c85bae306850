"""HTTP routes for all uploaded images: storage in use, one image, and removal."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Session, SignedIn, rate_limit, require_section
from community.domain import audit, moderation, uploads

_PREFIX = f"{urls.ADMIN_API}/media"
_SECTION = require_section(uploads.MEDIA_SECTION)

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION, rate_limit("writes")]
)


class RemovalReason(BaseModel):
    """Why the images are removed, for the audit log."""

    reason: Annotated[str, Field(max_length=audit.REASON_MAX_LENGTH)] = ""


@router.get("/usage")
async def get_usage(actor: SignedIn, session: Session) -> uploads.MediaUsage:
    """Retrieve how many images there are and how much storage they use.

    The numbers can be one minute old.
    """
    return await uploads.get_usage(session, actor)


@router.get("/unused")
async def get_unused(actor: SignedIn, session: Session) -> uploads.UnusedUploads:
    """Retrieve how many images `POST /admin-panel/api/media/remove-unused` would remove."""
    return await uploads.count_removable(session, actor)


@write_router.post("/remove-unused")
async def remove_unused(
    body: RemovalReason, actor: SignedIn, session: Session
) -> uploads.UnusedUploads:
    """Remove all images that nothing has shown for an hour."""
    return await uploads.remove_all_unused(session, actor, reason=body.reason)


@router.get("/{upload}")
async def get_image(upload: UUID, actor: SignedIn, session: Session) -> moderation.MediaRecord:
    """Retrieve an image with the objects that show it."""
    return await moderation.get_media_record(session, actor, upload_id=upload)


@write_router.delete("/{upload}", status_code=204)
async def remove_image(
    upload: UUID,
    actor: SignedIn,
    session: Session,
    reason: Annotated[str, Query(max_length=audit.REASON_MAX_LENGTH)] = "",
    *,
    in_use: Annotated[
        bool, Query(description="Whether to remove the image even if something shows it.")
    ] = False,
) -> None:
    """Remove an image permanently.

    Posts and comments that show it get a placeholder, profiles and communities lose the picture.
    The response is 409 if something shows the image and `in_use` is not set, or if the image is a
    reaction, or the logo or icon of the site.
    """
    await uploads.remove(session, actor, upload_id=upload, is_use_confirmed=in_use, reason=reason)
