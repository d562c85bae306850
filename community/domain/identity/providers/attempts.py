"""The attempt to sign in with a service, and the messages about its failure.

The browser keeps the attempt while it visits the service.
"""

import hmac
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import ids
from community.domain.identity.providers import sealed_tokens
from community.gateways.identity import Challenge, Provider, create_challenge
from community.i18n import gettext as _, noop

# Enough to create an account at the service.
ATTEMPT_LIFETIME = timedelta(minutes=15)
# A longer URL would not fit into the cookie. The user then gets to the home page.
MAX_NEXT_BYTES = 1_000
_PURPOSE = "sign-in attempt"
_OTHER_PROBLEM: Final = noop("You couldn't be signed in. Try again.")


class ProviderAttempt(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    provider: Provider
    state: str
    nonce: str
    code_verifier: str
    next_path: str = ""  # where the user gets after signing in
    invitation: str = ""  # the token of an invitation with which a guest registers, or ""

    @property
    def challenge(self) -> Challenge:
        return Challenge(self.state, self.nonce, self.code_verifier)

    def has_state(self, state: str) -> bool:
        """Return whether the callback belongs to this attempt, in constant time."""
        return hmac.compare_digest(self.state.encode(), state.encode())


def create_attempt(
    provider: Provider, *, next_path: str = "", invitation: str = ""
) -> ProviderAttempt:
    challenge = create_challenge()
    return ProviderAttempt(
        id=ids.new_token(),
        provider=provider,
        state=challenge.state,
        nonce=challenge.nonce,
        code_verifier=challenge.code_verifier,
        next_path=next_path if len(next_path.encode()) <= MAX_NEXT_BYTES else "",
        invitation=invitation,
    )


def build_attempt_token(attempt: ProviderAttempt) -> str:
    return sealed_tokens.seal(_PURPOSE, attempt.model_dump(), lifetime=ATTEMPT_LIFETIME)


def read_attempt(token: str | None, provider: str) -> ProviderAttempt:
    """Return the attempt of a token.

    Raise `Invalid` if the token is missing, has expired, or belongs to another service.
    """
    try:
        attempt = ProviderAttempt.model_validate(sealed_tokens.unseal(_PURPOSE, token))
    except ValidationError as error:
        raise sealed_tokens.make_expired_error() from error
    if attempt.provider != provider:
        raise sealed_tokens.make_expired_error()
    return attempt


async def ensure_unused(session: AsyncSession, attempt: ProviderAttempt) -> None:
    """Check that the attempt was not completed, before the service is asked."""
    await sealed_tokens.ensure_unused(session, attempt.id)


async def use_attempt(session: AsyncSession, attempt: ProviderAttempt) -> None:
    """Make sure that the attempt is not completed twice, in the transaction that completes it."""
    await sealed_tokens.use_once(session, attempt.id, lifetime=ATTEMPT_LIFETIME)


_PROBLEM_TEXTS: Final[Mapping[str, str]] = {
    "access_denied": noop("You cancelled the sign-in."),
    "account_deleted": noop("This account was deleted."),
    "already_connected": noop("Another account of this service is connected. Disconnect it first."),
    "identity_taken": noop(
        "This account is connected to another user. Sign in as that user instead."
    ),
    "invitation_invalid": noop("This invitation can't be used. Ask for a new one."),
    "invitation_required": noop("You need an invitation to create an account."),
    "not_found": noop("You can't sign in with this service."),
    "provider_failed": noop(
        "The service didn't complete the sign-in. Try again or choose another way to sign in."
    ),
    "registration_closed": noop("Registration is closed."),
    "identity_expired": noop("This sign-in has expired or was already completed. Try again."),
}


def get_problem_text(code: str) -> str:
    """Return the message for an error, or "" without a code."""
    return _(_PROBLEM_TEXTS.get(code, _OTHER_PROBLEM)) if code else ""
