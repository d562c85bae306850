"""Functions with which users request, repeat and cancel a change of their email.

They do not look for other accounts. The job that sends the mails does, so neither the answer nor
the time that it takes reveals whether an account has the new email.
"""

import secrets
from datetime import timedelta

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community import outbox
from community.core import clock
from community.core.actor import Actor
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.core.errors import Invalid, NotFound
from community.domain.accounts import mails, policies, validation
from community.domain.accounts.email_changes.mails import KIND, SEND_JOB
from community.domain.accounts.email_changes.queries import find_change, to_view
from community.domain.accounts.email_changes.schemas import PendingEmailChange
from community.domain.accounts.recent_confirmation import ensure_recently_confirmed
from community.i18n import gettext as _
from community.models import EmailChange, User

LIFETIME = timedelta(hours=24)


async def request_change(session: AsyncSession, actor: Actor, *, email: str) -> PendingEmailChange:
    """Ask both addresses to confirm a new email. It replaces a change that was requested before.

    Raises:
        PermissionDenied: The actor uses an access token, or has not confirmed their identity.
        Invalid: The email is not valid, or it is the one that the account has.
        TooManyRequests: The new address got several mails within an hour.
    """
    policies.ensure_session_authentication(actor)
    cleaned = validation.clean_email(email)
    ensure_recently_confirmed(actor)
    user = await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)
    if cleaned == user.email:
        raise Invalid.for_field("email", _("This is already your email."))
    await _ensure_may_send(session, cleaned)
    await delete_change(session, user.id)
    row = EmailChange(
        id=_generate_id(),
        user_id=user.id,
        email=cleaned,
        is_old_required=user.email_verified_at is not None,
        expires_at=clock.now() + LIFETIME,
    )
    session.add(row)
    await session.flush()
    outbox.enqueue(session, SEND_JOB, change_id=row.id)
    return to_view(row)


async def resend(session: AsyncSession, actor: Actor) -> PendingEmailChange:
    """Send new links to the addresses that have not confirmed the change.

    Raises:
        PermissionDenied: The actor uses an access token.
        NotFound: There is no change.
        TooManyRequests: The new address got several mails within an hour.
    """
    policies.ensure_session_authentication(actor)
    row = await find_change(session, actor.id)
    if row is None:
        raise NotFound(_("There is no change of your email."))
    await _ensure_may_send(session, row.email)
    outbox.enqueue(session, SEND_JOB, change_id=row.id)
    return to_view(row)


async def cancel(session: AsyncSession, actor: Actor) -> None:
    """Cancel the change, if there is one. Its links no longer work."""
    policies.ensure_session_authentication(actor)
    await delete_change(session, actor.id)


async def delete_change(session: AsyncSession, user_id: int) -> None:
    await session.execute(delete(EmailChange).where(col(EmailChange.user_id) == user_id))


async def purge_expired_changes(session: AsyncSession) -> None:
    """Delete the changes that were not confirmed in time."""
    await session.execute(delete(EmailChange).where(col(EmailChange.expires_at) <= clock.now()))


def _generate_id() -> int:
    """Return a random id. SQLite reuses the ids of deleted rows, and links contain the id."""
    return secrets.randbits(62) + 1


async def _ensure_may_send(session: AsyncSession, email: str) -> None:
    message = _("We've sent several emails to this address. Try again in an hour.")
    await mails.ensure_may_send(session, KIND, email, message)
