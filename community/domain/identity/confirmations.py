"""The confirmation of the user's identity before a sensitive action.

The user enters their password or a one-time code, or uses a passkey. Without these, they enter a
code that they get by mail. The sign-in session then counts as confirmed for
`policies.CONFIRMATION_LIFETIME`.
"""

import hmac
import secrets
from datetime import timedelta
from typing import Literal

from sqlalchemy import delete
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, errors, events, signed_tokens
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.identity import mails, passkeys, policies, two_factor
from community.domain.identity.events import PasswordConfirmed
from community.domain.identity.passkeys import find_signer
from community.domain.identity.sessions import VerifiedCredentials, load_verified_user
from community.i18n import gettext as _
from community.models import ConfirmationCode, User, UserSession

MAIL_CODE_LIFETIME = timedelta(minutes=10)
# With six digits, a guess is right in 1 of 200,000 codes.
MAX_MAIL_CODE_TRIES = 5
MAIL_CODE_DIGITS = 6

_PASSKEY_PURPOSE: passkeys.Purpose = "passkey-confirmation"

ConfirmationMethod = Literal["password", "code", "passkey", "mail"]


async def find_methods(session: AsyncSession, actor: Actor) -> list[ConfirmationMethod]:
    """Return how the actor can confirm their identity, the best way first.

    A code by mail is possible only without the other ways, because it proves less.
    """
    policies.ensure_session_authentication(actor)
    user = await session.get_one(User, actor.id)
    methods: list[ConfirmationMethod] = []
    if policies.has_password(user):
        methods.append("password")
    if (await two_factor.get_status(session, actor)).enabled_at is not None:
        methods.append("code")
    if await passkeys.list_credential_ids(session, actor):
        methods.append("passkey")
    return methods or ["mail"]


async def confirm_password(
    session: AsyncSession, actor: Actor, *, credentials: VerifiedCredentials
) -> None:
    policies.ensure_session_authentication(actor)
    user = await load_verified_user(session, credentials)
    if not actor.is_user(user.id):
        raise errors.make_unauthenticated_error()
    await mark_as_confirmed(session, actor)


async def confirm_one_time_code(session: AsyncSession, actor: Actor, *, code: str) -> None:
    """Mark the actor's sign-in session as confirmed, after they entered a one-time code.

    Raise `Invalid` if the code is wrong or was already used, or the actor has no one-time codes.
    """
    policies.ensure_session_authentication(actor)
    user = await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)
    await two_factor.use_code(session, user, code)
    await mark_as_confirmed(session, actor)


async def mark_as_confirmed(session: AsyncSession, actor: Actor) -> None:
    row = await session.get(UserSession, actor.session_id)
    if row is None or row.revoked_at is not None:
        raise errors.make_unauthenticated_error()
    row.confirmed_at = clock.now()
    events.record(session, PasswordConfirmed(actor.id))


async def send_mail_code(session: AsyncSession, actor: Actor) -> None:
    """Send the actor a code, which replaces the one that they got before.

    Raises:
        PermissionDenied: The actor can confirm their identity in another way.
        TooManyRequests: The actor got several codes within an hour.
    """
    policies.ensure_session_authentication(actor)
    if "mail" not in await find_methods(session, actor):
        raise errors.PermissionDenied(_("Use your password, a code from your app or a passkey."))
    user = await session.get_one(User, actor.id, with_for_update=FOR_NO_KEY_UPDATE)
    message = _("We've sent you several codes. Look in the spam folder, or try in an hour.")
    await mails.ensure_may_send(session, "confirmation_code", user.email, message)
    code = "".join(secrets.choice("0123456789") for _digit in range(MAIL_CODE_DIGITS))
    assert actor.session_id is not None
    await session.execute(
        delete(ConfirmationCode).where(col(ConfirmationCode.session_id) == actor.session_id)
    )
    session.add(
        ConfirmationCode(
            session_id=actor.session_id,
            code_hash=_hash_mail_code(actor.session_id, code),
            expires_at=clock.now() + MAIL_CODE_LIFETIME,
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
    if row is None or row.expires_at <= clock.now() or row.tries >= MAX_MAIL_CODE_TRIES:
        return False
    row.tries += 1
    digits = "".join(code[:100].split())
    if not hmac.compare_digest(row.code_hash, _hash_mail_code(actor.session_id, digits)):
        return False
    await session.delete(row)
    await mark_as_confirmed(session, actor)
    return True


def make_wrong_code_error() -> errors.Invalid:
    message = _("This code is wrong or has expired. You can send a new one.")
    return errors.Invalid.for_field("mail_code", message)


async def purge_codes(session: AsyncSession) -> None:
    await session.execute(
        delete(ConfirmationCode).where(col(ConfirmationCode.expires_at) <= clock.now())
    )


def _hash_mail_code(session_id: int, code: str) -> str:
    return signed_tokens.compute_digest("confirmation-code", str(session_id), code)


async def start_passkey_confirmation(session: AsyncSession, actor: Actor) -> passkeys.Ceremony:
    """Return options to ask for one of the actor's passkeys, valid only in this session."""
    policies.ensure_session_authentication(actor)
    assert actor.session_id is not None
    credential_ids = await passkeys.list_credential_ids(session, actor)
    challenge = passkeys.create_challenge(_PASSKEY_PURPOSE, owner_id=actor.session_id)
    return passkeys.build_ceremony(challenge, credential_ids)


async def confirm_passkey(
    session: AsyncSession,
    actor: Actor,
    *,
    token: str | None,
    credential: passkeys.PasskeyCredential,
) -> None:
    """Mark the actor's sign-in session as confirmed if a passkey of the actor signed the challenge.

    Raise `Invalid` if the challenge has expired, was used or belongs to another session, the
    passkey is not one of the actor's, or the signature is wrong.
    """
    policies.ensure_session_authentication(actor)
    assert actor.session_id is not None
    challenge = await passkeys.use_challenge(
        session, _PASSKEY_PURPOSE, token, owner_id=actor.session_id
    )
    user = await find_signer(session, challenge=challenge, credential=credential, user_id=actor.id)
    if user is None:
        raise errors.Invalid(_("This passkey doesn't work here. Confirm in another way."))
    await mark_as_confirmed(session, actor)
