"""HTTP routes with which administrators act on a user, for example with bans, roles and merges."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Depends, Path
from pydantic import BaseModel, Field

from community import urls
from community.api.http import Session, SignedIn, error_responses, rate_limit, require_section
from community.api.http.parameters import DefaultPageParams, Id, PageParams
from community.core.db.pagination import Page
from community.core.read_models import ReadModel, Timestamp
from community.domain import account_deletion, accounts, audit, identity, merging, moderation

_SECTION = require_section(identity.USERS_SECTION)
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


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class TargetUser:
    """The user in the URL, for whom the caller calls functions of the domain."""

    user: UserId
    actor: SignedIn
    session: Session

    async def call(self, function: Callable[..., Awaitable[T]], **values: Any) -> T:
        return await function(self.session, self.actor, user_id=self.user, **values)

    async def change(
        self, action: Callable[..., Awaitable[Any]], **values: Any
    ) -> moderation.Person:
        """Run an action, and return the user as they are then."""
        await self.call(action, **values)
        return await self.call(moderation.get_person)

    async def read_page(
        self, query: Callable[..., Awaitable[Page[T]]], page: PageParams
    ) -> Page[T]:
        return await self.call(query, cursor=page.cursor, limit=page.limit)


Target = Annotated[TargetUser, Depends()]


class Ban(BaseModel):
    """A ban. The user sees the reason and the end."""

    reason: Reason
    until: Annotated[
        datetime | None, Field(description="When the ban ends by itself. Null: it does not.")
    ] = None
    shown: Annotated[
        moderation.ShownBan,
        Field(description="The ban that this one replaces. Any other ban is a conflict (409)."),
    ] = moderation.ShownBan()


class UserAction(BaseModel):
    reason: Reason = ""


class AccountEdit(accounts.AccountChanges):
    """The changed fields of an account, and the reason."""

    shown: Annotated[
        moderation.AccountFields | None,
        Field(description="The account as the caller read it. Detects changes of others (409)."),
    ] = None
    reason: Reason = ""


class Verification(UserAction):
    is_verified: bool = True


class MergeRequest(BaseModel):
    """The account that gets everything. The account in the URL is closed."""

    target_id: Id
    reason: Reason = ""


class Deletion(BaseModel):
    """What becomes of the content of the account. `confirmation` is the username."""

    content: accounts.ContentChoice
    confirmation: Annotated[str, Field(max_length=1_000)]
    reason: Reason


class SignOut(ReadModel):
    """The number of sign-in sessions that were ended."""

    sessions: int


class PasswordResetLink(ReadModel):
    """A link with which the user chooses a new password. It works once."""

    url: str
    expires_at: Timestamp


class View(ReadModel):
    """When the view of the site as the user ends by itself."""

    until: Timestamp


@router.get("/{user}")
async def get_person(target: Target) -> moderation.Person:
    """Return a user with what only administrators see, and what the caller may do with them."""
    return await target.call(moderation.get_person)


@router.get("/{user}/sanctions")
async def list_sanctions(target: Target, page: DefaultPageParams) -> Page[moderation.SanctionView]:
    """List the bans of a user, newest first."""
    return await target.read_page(moderation.list_sanctions, page)


@router.get("/{user}/sign-ins")
async def list_sign_ins(target: Target, page: DefaultPageParams) -> Page[moderation.SignIn]:
    """List the sign-in sessions of a user, newest first."""
    return await target.read_page(moderation.list_sign_ins, page)


@router.get("/{user}/posts")
async def list_posts(target: Target, page: DefaultPageParams) -> Page[moderation.AuthoredItem]:
    """List the posts of a user that the caller may read, newest first."""
    return await target.read_page(moderation.list_posts, page)


@router.get("/{user}/comments")
async def list_comments(target: Target, page: DefaultPageParams) -> Page[moderation.AuthoredItem]:
    """List the comments of a user that are not deleted, newest first."""
    return await target.read_page(moderation.list_comments, page)


@router.get("/{user}/changes")
async def list_changes(target: Target, page: DefaultPageParams) -> Page[audit.AuditEntryView]:
    """List what administrators did with a user, newest first."""
    return await target.read_page(moderation.list_changes, page)


@write_router.patch("/{user}")
async def edit_user(edit: AccountEdit, target: Target) -> moderation.Person:
    """Edit the account of a user. A new email must be confirmed with the caller's password."""
    return await target.change(
        moderation.edit_user, changes=edit, shown=edit.shown, reason=edit.reason
    )


@write_router.post("/{user}/ban")
async def ban(ban: Ban, target: Target) -> moderation.Person:
    """Ban a user, or replace the ban that is in force, which `shown` describes."""
    return await target.change(moderation.ban, reason=ban.reason, until=ban.until, shown=ban.shown)


@write_router.post("/{user}/unban")
async def lift_ban(action: UserAction, target: Target) -> moderation.Person:
    """End the ban of a user. Idempotent."""
    return await target.change(moderation.lift_ban, reason=action.reason)


@write_router.post("/{user}/verify")
async def set_email_verified(verification: Verification, target: Target) -> moderation.Person:
    """Mark the email of a user as verified or not. Idempotent."""
    return await target.change(
        moderation.set_email_verified,
        is_verified=verification.is_verified,
        reason=verification.reason,
    )


@write_router.post("/{user}/sign-out")
async def sign_out_everywhere(target: Target, action: UserAction | None = None) -> SignOut:
    """End all sign-in sessions and access tokens of a user."""
    reason = action.reason if action else ""
    return SignOut(sessions=await target.call(moderation.sign_out_everywhere, reason=reason))


@write_router.post("/{user}/reset-password")
async def start_password_reset(action: UserAction, target: Target) -> PasswordResetLink:
    """Make the password of a user invalid, and return a link to choose a new one."""
    reset = await target.call(moderation.start_password_reset, reason=action.reason)
    return PasswordResetLink(
        url=urls.mail_link(urls.RESET_PASSWORD_PAGE, reset.token), expires_at=reset.expires_at
    )


@write_router.post("/{user}/remove-second-factor")
async def remove_second_factor(action: UserAction, target: Target) -> moderation.Person:
    """Switch off the two-step sign-in of a user who lost their phone. Idempotent."""
    return await target.change(moderation.remove_second_factor, reason=action.reason)


class Role(BaseModel):
    """The sections of an administrator. An empty list opens only the dashboard."""

    sections: Annotated[
        list[Annotated[str, Field(max_length=60)]],
        Field(max_length=100, description="The codes of the sections, or `*` for all of them."),
    ]


@write_router.put("/{user}/administrator")
async def grant_role(role: Role, target: Target) -> moderation.Person:
    """Make a user an administrator with these sections, or replace those of an administrator."""
    return await target.change(accounts.set_admin_sections, sections=role.sections)


@write_router.delete("/{user}/administrator")
async def revoke_role(target: Target) -> moderation.Person:
    """Make an administrator an ordinary user. Idempotent."""
    return await target.change(accounts.remove_administrator)


@write_router.post("/{user}/delete")
async def delete_account(deletion: Deletion, target: Target) -> accounts.AccountDeletion:
    """Delete the account of a user, who can restore it until `purge_at`."""
    return await target.call(account_deletion.delete_as_administrator, **deletion.model_dump())


@write_router.post("/{user}/view")
async def start_viewing(action: UserAction, target: Target) -> View:
    """See the site as a user, without changing anything. `POST /account/view/stop` ends it."""
    return View(until=await target.call(moderation.start_viewing, reason=action.reason))


@write_router.post("/{user}/merge", status_code=202)
async def merge(
    user: UserId, request: MergeRequest, actor: SignedIn, session: Session
) -> merging.MergeView:
    """Merge a user into another one. The content moves in the background. Cannot be undone."""
    return await merging.merge(
        session, actor, source_id=user, target_id=request.target_id, reason=request.reason
    )
