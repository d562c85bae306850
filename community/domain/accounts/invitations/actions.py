"""Functions with which administrators create and revoke invitations."""

from datetime import timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community import urls
from community.core import clock, ids
from community.core.actor import Actor
from community.core.errors import Conflict, FieldErrors
from community.core.text.normalization import clean_line
from community.domain import audit, identity
from community.domain.accounts.invitations import policies, queries, schemas
from community.domain.accounts.mails import send_invitation
from community.i18n import gettext as _, ngettext
from community.models import Invitation


async def create(
    session: AsyncSession,
    actor: Actor,
    *,
    note: str = "",
    email: str = "",
    max_uses: int = 1,
    lifetime_days: int | None = policies.DEFAULT_LIFETIME_DAYS,
) -> schemas.CreatedInvitation:
    """Create an invitation and return it with its link. With an email, send the link there.

    Callers cannot read the link later, because the database contains only a hash of its token.

    Args:
        email: The only email address with which the invitation can be used. "" for any address.
        max_uses: The number of accounts that can be created. With an email, it must be 1.
        lifetime_days: When the invitation expires. None if it does not.

    Raises:
        Conflict: An account with the email already exists.
    """
    actor.ensure_section(policies.SECTION)
    row = _build_row(note.strip(), email.strip(), max_uses, lifetime_days)
    await _ensure_not_registered(session, row.email)
    token = ids.new_token()
    row.token_hash, row.created_by_id = ids.hash_token(token), actor.user_id
    session.add(row)
    await session.flush()
    url = urls.absolute(urls.invitation(token))
    if row.email:
        await send_invitation(session, actor, row, url)
    await _record(session, actor, "invitation.created", row, after=_list_values(row))
    view = queries.to_view(await queries.load_invitation(session, row.id))
    return schemas.CreatedInvitation(**view.model_dump(), url=url)


async def revoke(
    session: AsyncSession, actor: Actor, *, invitation_id: int, reason: str = ""
) -> schemas.InvitationView:
    """Make an invitation unusable. Accounts that were created with it stay. Idempotent."""
    actor.ensure_section(policies.SECTION)
    row = await queries.load_invitation(session, invitation_id, for_update=True)
    if row.revoked_at is None:
        row.revoked_at = clock.now()
        await session.flush()
        await _record(session, actor, "invitation.revoked", row, reason=reason)
    return queries.to_view(row)


def _build_row(note: str, email: str, max_uses: int, lifetime_days: int | None) -> Invitation:
    errors = FieldErrors()
    row = Invitation(token_hash="", max_uses=max_uses)
    with errors.collect():
        row.note = clean_line(note, field="note", max_length=policies.NOTE_MAX_LENGTH)
    with errors.collect():
        row.email = identity.clean_email(email) if email else ""
    if not 1 <= max_uses <= policies.MAX_USES:
        errors.add("max_uses", _("Enter a number from 1 to {n}.", n=policies.MAX_USES))
    elif email and max_uses > 1:
        errors.add("max_uses", _("An invitation for one email can be used only once."))
    if lifetime_days is not None:
        if 1 <= lifetime_days <= policies.MAX_LIFETIME_DAYS:
            row.expires_at = clock.now() + timedelta(days=lifetime_days)
        else:
            message = ngettext(
                "Choose at most {n} day.", "Choose at most {n} days.", policies.MAX_LIFETIME_DAYS
            )
            errors.add("lifetime_days", message)
    errors.raise_if_any()
    return row


async def _ensure_not_registered(session: AsyncSession, email: str) -> None:
    if email and await identity.is_email_taken(session, email):
        message = _("An account with this email already exists.")
        raise Conflict(message, field_errors={"email": [message]})


def _list_values(row: Invitation) -> dict[str, object]:
    expires_at = row.expires_at and clock.format_iso(row.expires_at)
    return {
        "note": row.note,
        "email": row.email,
        "max_uses": row.max_uses,
        "expires_at": expires_at,
    }


async def _record(
    session: AsyncSession,
    actor: Actor,
    action: str,
    row: Invitation,
    *,
    after: object = None,
    reason: str = "",
) -> None:
    await audit.record(
        session,
        actor,
        action,
        target_kind="invitation",
        target_id=row.id,
        target_name=row.note or row.email,
        after=after,
        reason=reason,
    )
