"""What administrators do with the account of another user, mailed warnings, and views as a user."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.clock import format_iso
from community.core.errors import Conflict
from community.domain import accounts, identity, mail, people
from community.domain.accounts import AccountChanges
from community.domain.mail import Message, Quote
from community.domain.moderation import policies
from community.domain.moderation.locking import lock_managed_user, record
from community.i18n import gettext as _
from community.models import User

_AUDITED_FIELDS = ("name", "slug", "email", "bio", "avatar", "header")
# As long as the fields of `AccountChanges`, which the values are compared with.
_Text = Annotated[str, Field(max_length=100_000)]


class AccountFields(BaseModel):
    """The fields of an account as a form showed them before the edit."""

    name: _Text
    slug: _Text
    email: _Text
    bio: _Text


async def edit_user(
    session: AsyncSession,
    actor: Actor,
    *,
    user_id: int,
    changes: AccountChanges,
    shown: AccountFields | None = None,
    reason: str = "",
) -> bool:
    """Change the profile or the email of a user. Return False if nothing changed.

    Args:
        shown: The values that the form showed. Fields that still have them are not changed. If
            None, concurrent edits are not detected.

    Raises:
        PermissionDenied: The actor may not edit the user, changes the email and has not confirmed
            their password, or changes the email of the assistant.
        Conflict: The username or the email is taken, or someone else has changed a field that the
            form showed with another value. `details` then contains the `conflicts`.
    """
    reason = policies.clean_reason(reason, is_required=False)
    user = await lock_managed_user(session, actor, user_id, policies.ensure_may_edit)
    if shown is not None:
        changes = _keep_edited(changes, shown)
        _ensure_not_stale(user, changes, shown)
    before = _describe(user)
    if changes.email is not None and changes.email != user.email:
        policies.ensure_may_change_email(user)
        policies.ensure_confirmed(actor)
    await accounts.edit_account(session, actor, user, changes)
    changed = {name: value for name, value in _describe(user).items() if value != before[name]}
    if not changed:
        return False
    await record(
        session,
        actor,
        user,
        "edited",
        before={name: before[name] for name in changed},
        after=changed,
        reason=reason,
    )
    return True


async def set_email_verified(
    session: AsyncSession, actor: Actor, *, user_id: int, is_verified: bool, reason: str = ""
) -> bool:
    """Mark the email of a user as verified or not. Return False if it already was so."""
    reason = policies.clean_reason(reason, is_required=False)
    user = await lock_managed_user(session, actor, user_id)
    if not accounts.set_email_verified(session, user, is_verified=is_verified):
        return False
    await session.flush()
    action = "email_verified" if is_verified else "email_unverified"
    await record(
        session,
        actor,
        user,
        action,
        before={"email_verified": not is_verified},
        after={"email_verified": is_verified},
        reason=reason,
    )
    return True


async def sign_out_everywhere(
    session: AsyncSession, actor: Actor, *, user_id: int, reason: str = ""
) -> int:
    """End all sign-in sessions and access tokens of a user. Return the number of sessions."""
    reason = policies.clean_reason(reason, is_required=False)
    user = await lock_managed_user(session, actor, user_id)
    count = await identity.end_all_sessions(session, user)
    await record(session, actor, user, "signed_out", after={"sessions": count}, reason=reason)
    return count


async def start_password_reset(
    session: AsyncSession, actor: Actor, *, user_id: int, reason: str = ""
) -> identity.mail_links.ResetToken:
    """Make the password invalid, end all sessions, and return a token to choose a new one."""
    reason = policies.clean_reason(reason, is_required=False)
    user = await lock_managed_user(session, actor, user_id)
    policies.ensure_confirmed(actor)
    await identity.invalidate_password(session, user)
    await record(session, actor, user, "password_reset", reason=reason)
    return identity.build_reset_token(user)


async def remove_second_factor(
    session: AsyncSession, actor: Actor, *, user_id: int, reason: str = ""
) -> bool:
    """Switch off the two-step sign-in of a user who lost their phone and codes, and tell them."""
    reason = policies.clean_reason(reason)
    user = await lock_managed_user(session, actor, user_id)
    policies.ensure_confirmed(actor)
    if not await identity.two_factor.remove_as_administrator(session, user):
        return False
    await record(session, actor, user, "second_factor_removed", reason=reason)
    return True


async def warn(session: AsyncSession, actor: Actor, *, user_id: int, reason: str) -> None:
    """Send a user a mail that says which rule they broke."""
    reason = policies.clean_reason(reason)
    user = await lock_managed_user(session, actor, user_id)
    message = Message(
        subject=_("A warning from the administrators"),
        preheader=reason[:100],
        parts=[
            _("Hi {name},", name=user.name),
            _("The administrators ask you to follow the rules of the site:"),
            Quote(reason),
            _("If it happens again, your account can be banned."),
        ],
        reason=_("You get this email because you have an account."),
    )
    await mail.enqueue(session, kind="warning", recipient=user.email, message=message)
    await record(session, actor, user, "warned", reason=reason)


async def lock_users_for_merge(
    session: AsyncSession, actor: Actor, *, source_id: int, target_id: int
) -> tuple[User, User]:
    """Lock the two users, and check that the actor may merge them.

    Raise `Conflict` if the source is banned.
    """
    policies.ensure_may_moderate_users(actor)
    users = await people.lock_users(session, {source_id, target_id})
    if source_id not in users or target_id not in users:
        raise people.make_user_not_found_error()
    source, target = users[source_id], users[target_id]
    policies.ensure_may_merge(actor, source, target)
    if identity.is_banned(source):
        raise Conflict(_("This account is banned. Lift the ban before you merge it."))
    policies.ensure_confirmed(actor)
    return source, target


async def record_merge(
    session: AsyncSession, actor: Actor, *, source: User, target: User, reason: str
) -> None:
    reason = policies.clean_reason(reason, is_required=False)
    pair = {"source": source.slug, "target": target.slug}
    for user in (source, target):
        await record(session, actor, user, "merged", after=pair, reason=reason)


async def start_viewing(
    session: AsyncSession, actor: Actor, *, user_id: int, reason: str = ""
) -> datetime:
    """Let the actor see the site as a user. Return when the view ends by itself.

    The view is read-only. Drafts, deleted texts and security settings of the user stay private
    (`Actor.owns`, `identity.ensure_session_authentication`).
    """
    reason = policies.clean_reason(reason, is_required=False)
    user = await lock_managed_user(session, actor, user_id)
    policies.ensure_may_view_as(actor, user)
    policies.ensure_confirmed(actor)
    until = await identity.start_viewing(session, actor, user, lifetime=policies.VIEWING_LIFETIME)
    await record(
        session, actor, user, "view_started", after={"until": format_iso(until)}, reason=reason
    )
    return until


async def stop_viewing(session: AsyncSession, actor: Actor) -> bool:
    """Let an administrator see the site as themselves again. Return False if they already do."""
    if actor.viewer_id is None:
        return False
    user = await people.get_user(session, actor.id)
    for viewer in await identity.find_actors(session, [actor.viewer_id]):
        await record(session, viewer, user, "view_stopped")
    return await identity.stop_viewing(session, actor)


def _describe(user: User) -> dict[str, str | None]:
    return {name: getattr(user, name) for name in _AUDITED_FIELDS}


def _keep_edited(changes: AccountChanges, shown: AccountFields) -> AccountChanges:
    """Return the changes without the fields that the form showed with the same value."""
    same = {
        field: None
        for field, value in shown.model_dump().items()
        if getattr(changes, field) == value
    }
    return changes.model_copy(update=same)


def _ensure_not_stale(user: User, changes: AccountChanges, shown: AccountFields) -> None:
    """Check that the fields to change still have the values that the form showed.

    Raises:
        Conflict: Someone else has changed a field to a third value. `details` has the `conflicts`:
            for each field the value that is `saved` and the one that was `submitted`.
    """
    conflicts: dict[str, Any] = {}
    for field, value in shown.model_dump().items():
        saved, submitted = getattr(user, field), getattr(changes, field)
        if submitted is not None and saved not in {value, submitted}:
            conflicts[field] = {"saved": saved, "submitted": submitted}
    if conflicts:
        raise Conflict(
            _("Someone else has changed this account. Check the fields and save again."),
            field_errors={
                field: [_("Changed in the meantime to: {value}", value=conflict["saved"])]
                for field, conflict in conflicts.items()
            },
            details={"conflicts": conflicts},
        )
