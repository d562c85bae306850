"""HTTP routes for administrators and the sections of the Admin Panel that they may open."""

from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.api.http import Id, Session, SignedIn, error_responses, rate_limit, require_section
from community.core.actor import Actor
from community.core.db.pagination import Page
from community.core.errors import NotFound
from community.domain import accounts
from community.domain.accounts import Administrator
from community.i18n import gettext as _

_PREFIX = f"{urls.ADMIN_API}/administrators"
_SECTION = require_section("admin-permissions")

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Admin Panel"],
    dependencies=[_SECTION, rate_limit("writes")],
    responses=error_responses("confirmation_required"),
)


class SectionsUpdate(BaseModel):
    """The complete new list of sections. `*` stands for all sections, including future ones."""

    sections: Annotated[
        list[Annotated[str, Field(max_length=60)]],
        Field(max_length=100, description="The codes of the sections, or `*`."),
    ]


@router.get("")
async def list_administrators(actor: SignedIn, session: Session) -> Page[Administrator]:
    """List the administrators with their sections."""
    return Page(items=await accounts.list_administrators(session, actor))


@write_router.put("/{user}")
async def set_sections(
    user: Annotated[Id, Path()], update: SectionsUpdate, actor: SignedIn, session: Session
) -> Administrator:
    """Replace the sections of a user. The user becomes an administrator if they are not one."""
    await accounts.set_admin_sections(session, actor, user_id=user, sections=update.sections)
    return await _get_administrator(session, actor, user)


@write_router.delete("/{user}", status_code=204)
async def remove_administrator(
    user: Annotated[Id, Path()], actor: SignedIn, session: Session
) -> None:
    """Make an administrator an ordinary user."""
    await accounts.remove_administrator(session, actor, user_id=user)


async def _get_administrator(session: AsyncSession, actor: Actor, user_id: int) -> Administrator:
    for administrator in await accounts.list_administrators(session, actor):
        if administrator.id == user_id:
            return administrator
    raise NotFound(_("Nothing found at this address."))
