"""The challenges that devices sign. Each is valid once, for a few minutes, in one browser."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock, errors, ids, signed_tokens
from community.domain.identity.passkeys import policies, schemas
from community.i18n import gettext as _
from community.models import UsedLink

Purpose = Literal["passkey-registration", "passkey-sign-in", "passkey-confirmation"]


@dataclass(frozen=True, slots=True)
class Challenge:
    value: bytes
    token: str


def create(purpose: Purpose, *, owner_id: int = 0) -> Challenge:
    """Return a new challenge for the user or sign-in session `owner_id`, or 0 for any."""
    challenge = ids.new_token()
    token = signed_tokens.build_token(
        purpose,
        expires_at=clock.now() + policies.CHALLENGE_LIFETIME,
        jti=challenge,
        sub=str(owner_id),
    )
    return Challenge(ids.decode_base64url(challenge), token)


async def use(
    session: AsyncSession, purpose: Purpose, token: str | None, *, owner_id: int = 0
) -> bytes:
    """Return the challenge of a token, and make sure that it is not accepted again.

    Raise `Invalid` if the token is not valid, has expired, was used, or belongs to another owner.
    """
    claims = signed_tokens.read_token(purpose, token)
    if claims is None or claims["sub"] != str(owner_id):
        raise make_error()
    if await session.scalar(select(UsedLink.id).where(UsedLink.id == claims["jti"])):
        raise make_error()
    expires_at = datetime.fromtimestamp(claims["exp"], tz=clock.now().tzinfo)
    session.add(UsedLink(id=claims["jti"], expires_at=expires_at))
    await session.flush()
    return ids.decode_base64url(claims["jti"])


def build_ceremony(challenge: Challenge, credential_ids: Iterable[str] = ()) -> schemas.Ceremony:
    """Return options to sign the challenge with one of `credential_ids`, or with any passkey."""
    from webauthn import generate_authentication_options, options_to_json  # noqa: PLC0415
    from webauthn.helpers import structs  # noqa: PLC0415  # see `actions.py`

    options = generate_authentication_options(
        rp_id=policies.get_site_id(),
        challenge=challenge.value,
        user_verification=structs.UserVerificationRequirement.REQUIRED,
        allow_credentials=[
            structs.PublicKeyCredentialDescriptor(id=ids.decode_base64url(credential_id))
            for credential_id in credential_ids
        ],
    )
    return schemas.Ceremony(json.loads(options_to_json(options)), challenge.token)


def make_error() -> errors.Invalid:
    return errors.Invalid(_("The passkey couldn't be checked. Try again."))
