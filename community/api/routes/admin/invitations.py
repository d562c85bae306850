"""HTTP routes with which administrators create and revoke invitations."""

from typing import Annotated

from fastapi import APIRouter, Path, Response
from pydantic import BaseModel, Field

from community import urls
from community.api.http import DefaultPageParams, Id, Session, error_responses, rate_limit
from community.api.http.callers import SignedIn, require_section
from community.core.db.pagination import Page
from community.domain.accounts import invitations

_PREFIX = f"{urls.ADMIN_API}/invitations"
_SECTION = require_section(invitations.SECTION)

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
create_router = APIRouter(
    prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION, rate_limit("invitations")]
)
write_router = APIRouter(
    prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION, rate_limit("writes")]
)

InvitationId = Annotated[Id, Path()]
# Higher than the limits of the domain, which reports which rule is violated.
ShortText = Annotated[str, Field(max_length=1_000)]
Number = Annotated[int, Field(ge=-1_000_000, le=1_000_000)]


class NewInvitation(BaseModel):
    """What an invitation allows."""

    note: Annotated[ShortText, Field(description="Only administrators see it.")] = ""
    email: Annotated[
        ShortText,
        Field(description="Sends the link there. Only this email can then be used, once."),
    ] = ""
    max_uses: Annotated[Number, Field(description="How many accounts can be created.")] = 1
    lifetime_days: Annotated[
        Number | None, Field(description="Null: the invitation does not expire.")
    ] = invitations.DEFAULT_LIFETIME_DAYS


class Revocation(BaseModel):
    reason: Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")] = ""


@router.get("")
async def list_invitations(
    actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[invitations.InvitationView]:
    """List the invitations, newest first."""
    return await invitations.list_invitations(session, actor, cursor=page.cursor, limit=page.limit)


@router.get("/{invitation}")
async def get_invitation(
    invitation: InvitationId, actor: SignedIn, session: Session
) -> invitations.InvitationDetails:
    """Return an invitation with the accounts that were created with it."""
    return await invitations.get_invitation(session, actor, invitation_id=invitation)


@create_router.post("", status_code=201, responses=error_responses("conflict"))
async def create_invitation(
    new: NewInvitation, actor: SignedIn, session: Session, response: Response
) -> invitations.CreatedInvitation:
    """Create an invitation. Its link is only in this response, and in the email."""
    created = await invitations.create(
        session,
        actor,
        note=new.note,
        email=new.email,
        max_uses=new.max_uses,
        lifetime_days=new.lifetime_days,
    )
    response.headers["Location"] = f"{_PREFIX}/{created.id}"
    return created


@write_router.post("/{invitation}/revoke")
async def revoke_invitation(
    invitation: InvitationId, revocation: Revocation, actor: SignedIn, session: Session
) -> invitations.InvitationView:
    """Make an invitation unusable. Idempotent."""
    return await invitations.revoke(
        session, actor, invitation_id=invitation, reason=revocation.reason
    )
