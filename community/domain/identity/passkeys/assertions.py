"""The check of a challenge that a device has signed with a passkey (WebAuthn, 7.2)."""

import hmac

import structlog
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock, ids
from community.core.db.statements import FOR_NO_KEY_UPDATE
from community.domain.identity import policies as identity_policies
from community.domain.identity.passkeys import policies, schemas
from community.domain.identity.passkeys.actions import build_user_handle
from community.models import Passkey, User

log = structlog.get_logger(__name__)


async def find_signer(
    session: AsyncSession,
    *,
    challenge: bytes,
    credential: schemas.PasskeyCredential,
    user_id: int | None = None,
) -> User | None:
    """Return the user whose passkey has signed the challenge, and lock the row.

    The device must have checked its user.

    Args:
        user_id: The user whose passkey it must be. Without it, the device must name the user.

    Returns:
        None if the passkey is unknown, the signature is wrong, or the user may not sign in.
    """
    from webauthn import verify_authentication_response  # noqa: PLC0415  # see `actions.py`
    from webauthn.helpers.exceptions import WebAuthnException  # noqa: PLC0415

    row = await session.scalar(
        select(Passkey).where(Passkey.credential_id == credential.id).with_for_update()
    )
    if row is None or user_id not in {None, row.user_id}:
        return None
    user = await session.get_one(User, row.user_id, with_for_update=FOR_NO_KEY_UPDATE)
    handle = credential.response.user_handle
    # A device need not name the user if the options list the passkeys.
    is_owner = _is_handle_of(user, handle) if handle or user_id is None else True
    if not identity_policies.may_sign_in(user) or not is_owner:
        return None
    try:
        verified = verify_authentication_response(
            credential=credential.to_json(),
            expected_challenge=challenge,
            expected_rp_id=policies.get_site_id(),
            expected_origin=policies.get_origin(),
            credential_public_key=ids.decode_base64url(row.public_key),
            credential_current_sign_count=row.sign_count,
            require_user_verification=True,
        )
    except (WebAuthnException, ValueError) as error:
        # A count that goes back means that someone has copied the key.
        log.warning("passkey_refused", user_id=user.id, reason=str(error)[:200])
        return None
    row.sign_count, row.last_used_at = verified.new_sign_count, clock.now()
    return user


def _is_handle_of(user: User, handle: str | None) -> bool:
    try:
        given = ids.decode_base64url(handle or "")
    except ValueError:
        return False
    return hmac.compare_digest(given, build_user_handle(user.id))
