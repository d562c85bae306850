"""The sign-in with a passkey: the device checks the user, so it needs no second step."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.errors import PermissionDenied
from community.domain.identity.passkeys import challenges, schemas
from community.domain.identity.passkeys.assertions import find_signer
from community.i18n import gettext as _
from community.models import User

_PURPOSE: challenges.Purpose = "passkey-sign-in"


def start_sign_in() -> schemas.Ceremony:
    """Return the options with which the browser offers the passkeys of this site.

    They name no account, so they reveal none.
    """
    return challenges.build_ceremony(challenges.create(_PURPOSE))


async def verify_sign_in(
    session: AsyncSession, *, token: str | None, credential: schemas.PasskeyCredential
) -> User:
    """Return the user whose passkey has signed the challenge, and lock the row.

    Raises:
        Invalid: The challenge is not valid, has expired or was used.
        PermissionDenied: The passkey is unknown or the signature is wrong. The code is
            `invalid_credentials`.
    """
    challenge = await challenges.use(session, _PURPOSE, token)
    user = await find_signer(session, challenge=challenge, credential=credential)
    if user is None:
        message = _("This passkey doesn't work here. Sign in in another way.")
        raise PermissionDenied(message, code="invalid_credentials")
    return user
