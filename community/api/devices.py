"""HTTP routes for the devices on which the caller is signed in.

These routes require the session cookie and reject personal access tokens.
"""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from community.api.authentication import SignedIn, delete_session_cookie
from community.api.error_responses import error_responses
from community.api.ids import Id
from community.api.rate_limits import rate_limit
from community.core.database import read_session, unit_of_work
from community.core.pagination import Page
from community.domain import accounts
from community.domain.accounts import Device

router = APIRouter(prefix="/settings/devices", tags=["Settings"])


@router.get("", responses=error_responses("forbidden"))
async def list_devices(actor: SignedIn) -> Page[Device]:
    """List the devices on which the caller is signed in, most recently used first."""
    async with read_session() as session:
        return Page(items=await accounts.list_devices(session, actor))


@router.delete("", status_code=204, dependencies=[rate_limit("writes")])
async def revoke_other_devices(actor: SignedIn) -> None:
    """Sign the caller out on all devices except the current one."""
    async with unit_of_work() as session:
        await accounts.revoke_other_devices(session, actor)


@router.delete(
    "/{device}",
    status_code=204,
    response_class=Response,
    dependencies=[rate_limit("writes")],
    responses=error_responses("not_found"),
)
async def revoke_device(device: Annotated[Id, Path()], actor: SignedIn) -> Response:
    """Sign the caller out on one device."""
    async with unit_of_work() as session:
        await accounts.revoke_device(session, actor, device_id=device)
    response = Response(status_code=204)
    if device == actor.session_id:
        delete_session_cookie(response)
    return response
