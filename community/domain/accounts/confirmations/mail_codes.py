"""Codes by mail, with which users confirm their identity who have no other way."""

import hmac
import secrets
from datetime import timedelta

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock
from community.core.actor import Actor
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.core.errors import Invalid, PermissionDenied
from community.core.signed_tokens import compute_digest
from community.domain.accounts import mails, policies
from community.domain.accounts.confirmations.methods import find_methods, mark_as_confirmed
from community.i18n import gettext as _
from community.models import ConfirmationCode, User

LIFETIME = timedelta(minutes=10)
# With six digits, a guess is right in 1 of 200,000 codes.
MAX_TRIES = 5
DIGITS = 6


async def send_mail_code(session: AsyncSession, actor: Actor) -> None:
    """Send the actor a code, which replaces the one that they got before.

    Raises:
        PermissionDenied: The actor can confirm their identity in another way.
        TooManyRequests: The actor got several codes within an hour.
    """
    policies.ensure_session_authentication(actor)
    if "mail" not in await find_methods(session, actor):
        raise PermissionDenied(_("Use your password, a code from your app or a passkey."))
    user = await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)
    message = _("We've sent you several codes. Look in the spam folder, or try in an hour.")
    await mails.ensure_may_send(session, "confirmation_code", user.email, message)
    code = "".join(secrets.choice("0123456789") for _digit in range(DIGITS))
    assert actor.session_id is not None
    await session.execute(
        delete(ConfirmationCode).where(col(ConfirmationCode.session_id) == actor.session_id)
    )
    session.add(
        ConfirmationCode(
            session_id=actor.session_id,
            code_hash=_hash(actor.session_id, code),
            expires_at=clock.now() + LIFETIME,
        )
    )
    await mails.send(
        session, "confirmation_code", user, mails.build_confirmation_code(user.name, code)
    )


async def confirm_mail_code(session: AsyncSession, actor: Actor, *, code: str) -> bool:
    """Mark the actor's sign-in session as confirmed if the code is right.

    Returns:
        False if the code is wrong or has expired, or after too many tries. The caller commits, so
        that the try is counted, and then raises `make_wrong_code_error()`.
    """
    policies.ensure_session_authentication(actor)
    assert actor.session_id is not None
    row = await session.get(ConfirmationCode, actor.session_id, with_for_update=FOR_NO_KEY_UPDATE)
    if row is None or row.expires_at <= clock.now() or row.tries >= MAX_TRIES:
        return False
    row.tries += 1
    digits = "".join(code[:100].split())
    if not hmac.compare_digest(row.code_hash, _hash(actor.session_id, digits)):
        return False
    await session.delete(row)
    await mark_as_confirmed(session, actor)
    return True


def make_wrong_code_error() -> Invalid:
    message = _("This code is wrong or has expired. You can send a new one.")
    return Invalid.for_field("mail_code", message)


async def purge_codes(session: AsyncSession) -> None:
    """Delete the codes that have expired."""
    await session.execute(
        delete(ConfirmationCode).where(col(ConfirmationCode.expires_at) <= clock.now())
    )


def _hash(session_id: int, code: str) -> str:
    return compute_digest("confirmation-code", str(session_id), code)
