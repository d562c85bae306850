"""Passkeys, with which users confirm their identity by unlocking their device."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.actor import Actor
from community.core.errors import Invalid
from community.domain.accounts import passkeys, policies
from community.domain.accounts.confirmations.methods import mark_as_confirmed
from community.domain.accounts.passkeys import Ceremony, PasskeyCredential, challenges
from community.domain.accounts.passkeys.assertions import find_signer
from community.i18n import gettext as _

_PURPOSE: challenges.Purpose = "passkey-confirmation"


async def start_passkey_confirmation(session: AsyncSession, actor: Actor) -> Ceremony:
    """Return the options with which the browser asks for one of the actor's passkeys.

    The challenge is valid only for the actor's sign-in session.
    """
    policies.ensure_session_authentication(actor)
    assert actor.session_id is not None
    credential_ids = await passkeys.list_credential_ids(session, actor)
    challenge = challenges.create(_PURPOSE, owner_id=actor.session_id)
    return challenges.build_ceremony(challenge, credential_ids)


async def confirm_passkey(
    session: AsyncSession, actor: Actor, *, token: str | None, credential: PasskeyCredential
) -> None:
    """Mark the actor's sign-in session as confirmed if a passkey of the actor signed the challenge.

    Raises:
        Invalid: The challenge has expired, was used or belongs to another session, the passkey is
            not one of the actor's, or the signature is wrong.
    """
    policies.ensure_session_authentication(actor)
    assert actor.session_id is not None
    challenge = await challenges.use(session, _PURPOSE, token, owner_id=actor.session_id)
    user = await find_signer(session, challenge=challenge, credential=credential, user_id=actor.id)
    if user is None:
        raise Invalid(_("This passkey doesn't work here. Confirm in another way."))
    await mark_as_confirmed(session, actor)
