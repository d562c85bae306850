"""HTTP routes for the devices of the caller. They reject personal access tokens."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from community.api.http import Id, Session, rate_limit
from community.api.http.callers import SignedIn, delete_session_cookie
from community.core.db.pagination import Page
from community.domain import identity

router = APIRouter(prefix="/settings/devices", tags=["Settings"])
write_router = APIRouter(
    prefix="/settings/devices", tags=["Settings"], dependencies=[rate_limit("writes")]
)


@router.get("")
async def list_devices(actor: SignedIn, session: Session) -> Page[identity.Device]:
    """List the devices on which the caller is signed in, most recently used first."""
    return Page(items=await identity.list_devices(session, actor))


@write_router.delete("", status_code=204)
async def revoke_other_devices(actor: SignedIn, session: Session) -> None:
    """Sign the caller out on all devices except the current one."""
    await identity.revoke_other_devices(session, actor)


@write_router.delete("/{device}", status_code=204, response_class=Response)
async def revoke_device(
    device: Annotated[Id, Path()], actor: SignedIn, session: Session
) -> Response:
    """Sign the caller out on one device."""
    await identity.revoke_device(session, actor, device_id=device)
    response = Response(status_code=204)
    if device == actor.session_id:
        delete_session_cookie(response)
    return response
