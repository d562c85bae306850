"""HTTP routes with which administrators act on a user: bans, edits, sign-outs and merges."""

from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from community import urls
from community.api.http.authentication import SignedIn, require_section
from community.api.http.error_responses import error_responses
from community.api.http.ids import Id
from community.api.http.pagination import DefaultPageParams
from community.api.http.rate_limits import rate_limit
from community.api.http.sessions import Session
from community.core.db.pagination import Page
from community.core.read_models import ReadModel, Timestamp
from community.domain import accounts, merging, moderation
from community.domain.accounts import AccountChanges
from community.domain.audit import AuditEntryView
from community.domain.merging import MergeView
from community.domain.moderation import Person, SanctionView, SignIn

_SECTION = require_section(accounts.USERS_SECTION)
_PREFIX = f"{urls.ADMIN_API}/users"

router = APIRouter(prefix=_PREFIX, tags=["Admin Panel"], dependencies=[_SECTION])
write_router = APIRouter(
    prefix=_PREFIX,
    tags=["Admin Panel"],
    dependencies=[_SECTION, rate_limit("writes")],
    responses=error_responses("confirmation_required"),
)

UserId = Annotated[Id, Path()]
# Higher than the limit of the domain, which reports how long the text is.
Reason = Annotated[str, Field(max_length=2_000, description="Stored in the audit log.")]


class Ban(BaseModel):
    """A ban. The user sees the reason and the end."""

    reason: Reason
    until: Annotated[
        datetime | None, Field(description="When the ban ends by itself. Null: it does not.")
    ] = None


class Act(BaseModel):
    reason: Reason = ""


class AccountEdit(AccountChanges):
    """The changed fields of an account, and the reason."""

    reason: Reason = ""


class Verification(BaseModel):
    is_verified: bool = True


class MergeRequest(BaseModel):
    """The account that gets everything. The account in the URL is closed."""

    target_id: Id
    reason: Reason = ""


class SignOut(ReadModel):
    """The number of sign-in sessions that were ended."""

    sessions: int


class ResetLink(ReadModel):
    """A link with which the user chooses a new password. It works once."""

    url: str
    expires_at: Timestamp


class View(ReadModel):
    """When the view of the site as the user ends by itself."""

    until: Timestamp


@router.get("/{user}")
async def get_person(user: UserId, actor: SignedIn, session: Session) -> Person:
    """Return a user with what only administrators see, and what the caller may do with them."""
    return await moderation.get_person(session, actor, user_id=user)


@router.get("/{user}/sanctions")
async def list_sanctions(
    user: UserId, actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[SanctionView]:
    """List the bans of a user, newest first."""
    return await moderation.list_sanctions(
        session, actor, user_id=user, cursor=page.cursor, limit=page.limit
    )


@router.get("/{user}/sign-ins")
async def list_sign_ins(
    user: UserId, actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[SignIn]:
    """List the sign-in sessions of a user, newest first."""
    return await moderation.list_sign_ins(
        session, actor, user_id=user, cursor=page.cursor, limit=page.limit
    )


@router.get("/{user}/changes")
async def list_changes(
    user: UserId, actor: SignedIn, session: Session, page: DefaultPageParams
) -> Page[AuditEntryView]:
    """List what administrators did with a user, newest first."""
    return await moderation.list_changes(
        session, actor, user_id=user, cursor=page.cursor, limit=page.limit
    )


@write_router.patch("/{user}")
async def edit_user(user: UserId, edit: AccountEdit, actor: SignedIn, session: Session) -> Person:
    """Edit the account of a user. A new email must be confirmed with the caller's password."""
    await moderation.edit_user(session, actor, user_id=user, changes=edit, reason=edit.reason)
    return await moderation.get_person(session, actor, user_id=user)


@write_router.post("/{user}/ban")
async def ban(user: UserId, ban: Ban, actor: SignedIn, session: Session) -> Person:
    """Ban a user, or replace the ban that is in force."""
    await moderation.ban(session, actor, user_id=user, reason=ban.reason, until=ban.until)
    return await moderation.get_person(session, actor, user_id=user)


@write_router.post("/{user}/unban")
async def lift_ban(user: UserId, act: Act, actor: SignedIn, session: Session) -> Person:
    """End the ban of a user. Idempotent."""
    await moderation.lift_ban(session, actor, user_id=user, reason=act.reason)
    return await moderation.get_person(session, actor, user_id=user)


@write_router.post("/{user}/verify")
async def set_email_verified(
    user: UserId, verification: Verification, actor: SignedIn, session: Session
) -> Person:
    """Mark the email of a user as verified or not. Idempotent."""
    await moderation.set_email_verified(
        session, actor, user_id=user, is_verified=verification.is_verified
    )
    return await moderation.get_person(session, actor, user_id=user)


@write_router.post("/{user}/sign-out")
async def sign_out_everywhere(user: UserId, actor: SignedIn, session: Session) -> SignOut:
    """End all sign-in sessions and access tokens of a user."""
    count = await moderation.sign_out_everywhere(session, actor, user_id=user)
    return SignOut(sessions=count)


@write_router.post("/{user}/reset-password")
async def start_password_reset(
    user: UserId, act: Act, actor: SignedIn, session: Session
) -> ResetLink:
    """Make the password of a user invalid, and return a link to choose a new one."""
    reset = await moderation.start_password_reset(session, actor, user_id=user, reason=act.reason)
    return ResetLink(url=urls.password_reset(reset.token), expires_at=reset.expires_at)


@write_router.post("/{user}/view")
async def start_viewing(user: UserId, act: Act, actor: SignedIn, session: Session) -> View:
    """See the site as a user, without changing anything. `POST /account/view/stop` ends it."""
    until = await moderation.start_viewing(session, actor, user_id=user, reason=act.reason)
    return View(until=until)


@write_router.post("/{user}/merge", status_code=202)
async def merge(
    user: UserId, request: MergeRequest, actor: SignedIn, session: Session
) -> MergeView:
    """Merge a user into another one. The content moves in the background. Cannot be undone."""
    return await merging.merge(
        session, actor, source_id=user, target_id=request.target_id, reason=request.reason
    )
