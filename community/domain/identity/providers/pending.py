"""An identity without an account, which the browser keeps until the person has decided about it."""

from datetime import timedelta

from pydantic import BaseModel, ConfigDict, ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from community.core import errors, ids
from community.domain.identity import policies, validation
from community.domain.identity.providers import sealed_tokens
from community.domain.identity.providers.attempts import ProviderAttempt
from community.domain.identity.providers.store import NewIdentity
from community.gateways.identity import ExternalProfile, Provider

# Enough to find an old password, or to choose a new one with a link in a mail.
PENDING_LIFETIME = timedelta(minutes=30)
_PURPOSE = "pending identity"


class PendingIdentity(BaseModel):
    """An identity that belongs to no account."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    provider: Provider
    subject: str
    email: str = ""  # the email at the service; "" if it gives none, or if it is not valid
    is_email_verified: bool = False  # whether the service says that the email belongs to the person
    name: str = ""  # a name that is valid on this site, or ""
    next_path: str = ""
    invitation: str = ""

    def to_new_identity(self) -> NewIdentity:
        return NewIdentity(
            self.provider, self.subject, self.email, self.name, self.is_email_verified
        )


def create_pending_identity(profile: ExternalProfile, attempt: ProviderAttempt) -> PendingIdentity:
    email = _clean_email(profile.email)
    return PendingIdentity(
        id=ids.new_token(),
        provider=profile.provider,
        subject=profile.subject,
        email=email,
        is_email_verified=bool(email) and profile.is_email_verified,
        name=clean_external_name(profile.name),
        next_path=attempt.next_path,
        invitation=attempt.invitation,
    )


def build_pending_token(pending: PendingIdentity) -> str:
    return sealed_tokens.seal(_PURPOSE, pending.model_dump(), lifetime=PENDING_LIFETIME)


def find_pending_identity(token: str | None) -> PendingIdentity | None:
    try:
        return PendingIdentity.model_validate(sealed_tokens.unseal(_PURPOSE, token))
    except ValidationError:
        return None


def read_pending_token(token: str | None) -> PendingIdentity:
    """Return the identity of a token. Raise `Invalid` if it is missing or has expired."""
    pending = find_pending_identity(token)
    if pending is None:
        raise sealed_tokens.make_expired_error()
    return pending


async def use_pending(session: AsyncSession, pending: PendingIdentity) -> None:
    await sealed_tokens.use_once(session, pending.id, lifetime=PENDING_LIFETIME)


def clean_external_name(name: str) -> str:
    """Return a name from a service as a valid name of this site, or ""."""
    try:
        return validation.clean_name(name[: policies.NAME_MAX_LENGTH])
    except errors.Invalid:
        return ""


def _clean_email(email: str) -> str:
    try:
        return validation.clean_email(email) if email else ""
    except errors.Invalid:
        return ""
