"""The challenges that devices sign. Each is valid once, for a few minutes, in one browser."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select
from webauthn.helpers import base64url_to_bytes

from community.core import clock, ids
from community.core.errors import Invalid
from community.core.signed_tokens import build_token, read_token
from community.domain.accounts.passkeys import policies
from community.i18n import gettext as _
from community.models import UsedLink

Purpose = Literal["passkey-registration", "passkey-sign-in"]


@dataclass(frozen=True, slots=True)
class Challenge:
    value: bytes
    token: str


def create(purpose: Purpose, *, user_id: int = 0) -> Challenge:
    challenge = ids.new_token()
    token = build_token(
        purpose,
        expires_at=clock.now() + policies.CHALLENGE_LIFETIME,
        jti=challenge,
        sub=str(user_id),
    )
    return Challenge(base64url_to_bytes(challenge), token)


async def use(
    session: AsyncSession, purpose: Purpose, token: str | None, *, user_id: int = 0
) -> bytes:
    """Return the challenge of a token, and make sure that it is not accepted again.

    Raises:
        Invalid: The token is not valid, has expired, was used, or belongs to another user.
    """
    claims = read_token(purpose, token)
    if claims is None or claims["sub"] != str(user_id):
        raise make_error()
    if await session.scalar(select(UsedLink.id).where(UsedLink.id == claims["jti"])):
        raise make_error()
    expires_at = datetime.fromtimestamp(claims["exp"], tz=clock.now().tzinfo)
    session.add(UsedLink(id=claims["jti"], expires_at=expires_at))
    await session.flush()
    return base64url_to_bytes(claims["jti"])


def make_error() -> Invalid:
    return Invalid(_("The passkey couldn't be checked. Try again."))
