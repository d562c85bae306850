"""Where one is signed in, over HTTP. Only the cookie of the site opens this, no token."""

from typing import Annotated

from fastapi import APIRouter, Path
from starlette.responses import Response

from community.api.identity import SignedIn, drop_session_cookie
from community.api.ids import Id
from community.api.limits import limited
from community.api.refusals import refusals
from community.core.database import reading, unit_of_work
from community.core.pagination import Page
from community.domain import accounts
from community.domain.accounts import Device

router = APIRouter(prefix="/settings/devices", tags=["Settings"])


@router.get("", responses=refusals("forbidden"))
async def list_devices(actor: SignedIn) -> Page[Device]:
    """The devices that one is signed in on, the latest used first."""
    async with reading() as session:
        return Page(items=await accounts.list_devices(session, actor))


@router.delete("", status_code=204, dependencies=[limited("writes")])
async def revoke_other_devices(actor: SignedIn) -> None:
    """Sign out everywhere but here."""
    async with unit_of_work() as session:
        await accounts.revoke_other_devices(session, actor)


@router.delete(
    "/{device}",
    status_code=204,
    response_class=Response,
    dependencies=[limited("writes")],
    responses=refusals("not_found"),
)
async def revoke_device(device: Annotated[Id, Path()], actor: SignedIn) -> Response:
    """Sign one device out."""
    async with unit_of_work() as session:
        await accounts.revoke_device(session, actor, device_id=device)
    answer = Response(status_code=204)
    if device == actor.session_id:
        drop_session_cookie(answer)
    return answer
