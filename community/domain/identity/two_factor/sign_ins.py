"""The end of every sign-in: the second step if the user has set it up, then the session.

Each way to sign in (a password, another service, a link) first finds out who the user is, and then
calls `complete_sign_in`. If the user signs in in two steps, the result is a `PendingSignIn`, whose
token the browser keeps in a cookie, and `finish_sign_in` begins the session after the code.
"""

import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock, errors, ids, signed_tokens
from community.core.actor import Actor
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.identity import mails, policies as identity_policies, sessions
from community.domain.identity.login_limits import KnownDevice
from community.domain.identity.mail_links import LinkPurpose, build_link
from community.domain.identity.two_factor import codes, queries
from community.domain.identity.two_factor.verification import use_code, use_recovery_code
from community.i18n import gettext as _
from community.models import UsedLink, User

# How long a user who has just proved their identity can restore the account without a link.
OFFER_LIFETIME = timedelta(hours=1)

_AUDIENCE = "pending-sign-in"


@dataclass(frozen=True, slots=True)
class RestoreOffer:
    """The result of a sign-in to a deleted account: a token with which the user restores it."""

    token: str


@dataclass(frozen=True, slots=True)
class PendingSignIn:
    """A sign-in whose first step succeeded. The user must now enter a code."""

    token: str
    expires_at: datetime


@dataclass(frozen=True, slots=True)
class _PendingUser:
    id: int
    token_id: str
    digest: str
    method: str
    expires_at: datetime


async def complete_sign_in(
    session: AsyncSession,
    actor: Actor,
    *,
    user: User,
    user_agent: str,
    method: str = sessions.PASSWORD,
    is_new_device: bool = False,
    needs_second_step: bool = True,
) -> sessions.SignInResult | PendingSignIn | RestoreOffer:
    """Create a sign-in session for a user, or ask for the second step if they have set it up.

    If the user has deleted the account, no session is created, and the result lets them restore it.

    Args:
        user: The user whose first factor was verified, locked by the caller.
        is_new_device: Whether the user never signed in on this device. They then get a mail.
        needs_second_step: Whether the first step proves less than two factors. A passkey proves
            both the possession of a device and that the device knows its user.
    """
    if needs_second_step and await queries.find_confirmed(session, user.id) is not None:
        return _build_pending_sign_in(user, method)
    if user.deleted_at is not None:
        return offer_restore(user)
    return await sessions.sign_in(
        session,
        actor,
        user=user,
        user_agent=user_agent,
        method=method,
        is_new_device=is_new_device,
    )


def find_pending_user_id(token: str | None) -> int | None:
    """Return the id of the user who must enter a code, or None if the token is not valid."""
    pending = _read(token)
    return None if pending is None else pending.id


async def finish_sign_in(
    session: AsyncSession,
    actor: Actor,
    *,
    token: str | None,
    code: str = "",
    recovery_code: str = "",
    user_agent: str,
    device: KnownDevice | None = None,
) -> sessions.SignInResult | RestoreOffer:
    """Check the code and create the sign-in session, or offer to restore a deleted account.

    Raises:
        PermissionDenied: The first step is too long ago, or the password or the email was changed
            since. The code is `sign_in_expired`.
    """
    pending = _read(token)
    if pending is None:
        raise make_expired_error()
    user = await _load_user(session, pending)
    if recovery_code:
        await use_recovery_code(session, user, recovery_code)
    else:
        await use_code(session, user, code)
    session.add(UsedLink(id=pending.token_id, expires_at=pending.expires_at))
    if user.deleted_at is not None:
        return offer_restore(user)
    result = await sessions.sign_in(
        session,
        actor,
        user=user,
        user_agent=user_agent,
        method=pending.method,
        is_new_device=device is None or not device.is_known_to(user.id),
    )
    if recovery_code:
        left = await queries.count_recovery_codes(session, user.id)
        await mails.send_recovery_code_used(session, result.actor, user, left=left)
    return result


def make_expired_error() -> errors.PermissionDenied:
    message = _("Your sign-in has expired. Sign in again.")
    return errors.PermissionDenied(message, code="sign_in_expired")


def _build_pending_sign_in(user: User, method: str) -> PendingSignIn:
    expires_at = clock.now() + codes.PENDING_SIGN_IN_LIFETIME
    token = signed_tokens.build_token(
        _AUDIENCE,
        expires_at=expires_at,
        jti=ids.new_token(),
        sub=str(user.id),
        user=_digest_user(user),
        method=method,
    )
    return PendingSignIn(token, expires_at)


def _read(token: str | None) -> _PendingUser | None:
    claims = signed_tokens.read_token(_AUDIENCE, token)
    if claims is None:
        return None
    expires_at = datetime.fromtimestamp(claims["exp"], tz=clock.now().tzinfo)
    return _PendingUser(
        int(claims["sub"]), claims["jti"], claims["user"], claims["method"], expires_at
    )


async def _load_user(session: AsyncSession, pending: _PendingUser) -> User:
    user = await session.get(
        User, pending.id, with_for_update=FOR_NO_KEY_UPDATE, populate_existing=True
    )
    if user is None or not identity_policies.may_sign_in(user):
        raise make_expired_error()
    is_used = await session.scalar(select(UsedLink.id).where(UsedLink.id == pending.token_id))
    if is_used or not hmac.compare_digest(pending.digest, _digest_user(user)):
        raise make_expired_error()
    return user


def _digest_user(user: User) -> str:
    return signed_tokens.compute_digest(_AUDIENCE, user.password_hash or "", user.email.lower())


def offer_restore(user: User) -> RestoreOffer:
    """Return the offer for a user who has just proved their identity."""
    link = build_link(LinkPurpose.RESTORE_ACCOUNT, user, lifetime=OFFER_LIFETIME)
    return RestoreOffer(link.token)
