"""Links with which users choose a new password.

A link is signed, and expires. It works once, because it contains a digest of the stored hash, which
the new password replaces. No row stores the link.
"""

import hmac
from dataclasses import dataclass
from datetime import datetime, timedelta

from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import OctKey
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col

from community.core import clock, events
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.core.errors import Invalid
from community.core.settings import settings
from community.domain.accounts import devices, passwords
from community.domain.accounts.events import PasswordChanged
from community.i18n import gettext as _
from community.models import User, UserSession

RESET_LIFETIME = timedelta(hours=24)
_AUDIENCE = "password-reset"
_ALGORITHM = "HS256"
# Longer than any token that the server issues.
MAX_TOKEN_LENGTH = 1_000


@dataclass(frozen=True, slots=True)
class ResetToken:
    """The signed part of a link, and when it expires."""

    token: str
    expires_at: datetime


def build_reset_token(user: User) -> ResetToken:
    """Return the token of a link with which the user chooses a new password."""
    expires_at = clock.now() + RESET_LIFETIME
    claims = {
        "aud": _AUDIENCE,
        "sub": str(user.id),
        "password": _digest_password_hash(user),
        "exp": int(expires_at.timestamp()),
    }
    return ResetToken(jwt.encode({"alg": _ALGORITHM}, claims, _derive_key()), expires_at)


async def get_user_for_reset(
    session: AsyncSession, token: str, *, for_update: bool = False
) -> User:
    """Return the user whose password a token resets.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    claims = _read_claims(token)
    if claims is None:
        raise _make_invalid_token_error()
    user = await session.get(
        User,
        int(claims["sub"]),
        with_for_update=FOR_NO_KEY_UPDATE if for_update else None,
        populate_existing=for_update,
    )
    if user is None or user.deleted_at is not None or not _is_unused(claims, user):
        raise _make_invalid_token_error()
    return user


async def reset_password(
    session: AsyncSession, *, token: str, password_hash: passwords.HashedPassword
) -> User:
    """Store the new password, and end all sessions of the user.

    Raises:
        Invalid: The token is not valid, has expired or was used.
    """
    user = await get_user_for_reset(session, token, for_update=True)
    user.password_hash = password_hash
    await session.flush()
    await devices.revoke_sessions(session, col(UserSession.user_id) == user.id)
    events.record(session, PasswordChanged(user.id))
    return user


def _read_claims(token: str) -> dict[str, str] | None:
    if not 0 < len(token) <= MAX_TOKEN_LENGTH:
        return None
    try:
        claims = jwt.decode(token, _derive_key(), algorithms=[_ALGORITHM]).claims
        jwt.JWTClaimsRegistry(
            now=lambda: int(clock.now().timestamp()),
            aud={"essential": True, "value": _AUDIENCE},
            exp={"essential": True},
        ).validate(claims)
    except (JoseError, ValueError):
        return None
    return claims


def _is_unused(claims: dict[str, str], user: User) -> bool:
    return hmac.compare_digest(claims["password"], _digest_password_hash(user))


def _make_invalid_token_error() -> Invalid:
    message = _("This link has expired or was already used. Request a new one.")
    return Invalid.for_field("token", message)


def _digest_password_hash(user: User) -> str:
    """Return a value that changes with the password and does not reveal the stored hash."""
    return hmac.digest(
        settings().signing_key.encode(), (user.password_hash or "").encode(), "sha256"
    ).hex()


def _derive_key() -> OctKey:
    return OctKey.import_key(
        hmac.digest(settings().signing_key.encode(), b"password reset", "sha256")
    )
