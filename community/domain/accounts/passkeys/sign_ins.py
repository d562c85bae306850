"""The sign-in with a passkey: the device checks the user, so it needs no second step."""

import hmac
import json

import structlog
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select
from webauthn import (
    generate_authentication_options,
    options_to_json,
    verify_authentication_response,
)
from webauthn.helpers import base64url_to_bytes
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import UserVerificationRequirement

from community.core import clock
from community.core.db.locks import FOR_NO_KEY_UPDATE
from community.core.errors import PermissionDenied
from community.domain.accounts import policies as account_policies
from community.domain.accounts.passkeys import challenges, policies
from community.domain.accounts.passkeys.actions import build_user_handle
from community.domain.accounts.passkeys.schemas import Ceremony, PasskeyCredential
from community.i18n import gettext as _
from community.models import Passkey, User

log = structlog.get_logger(__name__)

_PURPOSE: challenges.Purpose = "passkey-sign-in"


def start_sign_in() -> Ceremony:
    """Return the options with which the browser offers the passkeys of this site.

    They name no account, so they reveal none.
    """
    challenge = challenges.create(_PURPOSE)
    options = generate_authentication_options(
        rp_id=policies.get_site_id(),
        challenge=challenge.value,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return Ceremony(json.loads(options_to_json(options)), challenge.token)


async def verify_sign_in(
    session: AsyncSession, *, token: str | None, credential: PasskeyCredential
) -> User:
    """Return the user whose passkey has signed the challenge, and lock the row.

    Raises:
        Invalid: The challenge is not valid, has expired or was used.
        PermissionDenied: The passkey is unknown or the signature is wrong. The code is
            `invalid_credentials`.
    """
    challenge = await challenges.use(session, _PURPOSE, token)
    row = await session.scalar(
        select(Passkey).where(Passkey.credential_id == credential.id).with_for_update()
    )
    if row is None:
        raise _make_error()
    user = await session.get_one(User, row.user_id, with_for_update=FOR_NO_KEY_UPDATE)
    if not account_policies.may_sign_in(user) or not _is_handle_of(
        user, credential.response.user_handle
    ):
        raise _make_error()
    try:
        verified = verify_authentication_response(
            credential=credential.to_json(),
            expected_challenge=challenge,
            expected_rp_id=policies.get_site_id(),
            expected_origin=policies.get_origin(),
            credential_public_key=base64url_to_bytes(row.public_key),
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as error:
        # A count that goes back means that someone has copied the key.
        log.warning("passkey_refused", user_id=user.id, reason=str(error)[:200])
        raise _make_error() from error
    row.sign_count, row.last_used_at = verified.new_sign_count, clock.now()
    return user


def _is_handle_of(user: User, handle: str | None) -> bool:
    """Return whether the device stores the passkey for this user. It must send the handle."""
    try:
        given = base64url_to_bytes(handle or "")
    except ValueError:
        return False
    return hmac.compare_digest(given, build_user_handle(user.id))


def _make_error() -> PermissionDenied:
    message = _("This passkey doesn't work here. Sign in in another way.")
    return PermissionDenied(message, code="invalid_credentials")
