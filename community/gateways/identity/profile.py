"""What a service says about the person who signs in."""

from dataclasses import dataclass
from typing import Any

from community.gateways.identity.client import IdentityProviderError, Provider

MAX_SUBJECT_LENGTH = 255
# Longer values are shortened. The domain validates them before it stores them.
_MAX_TEXT_LENGTH = 254


@dataclass(frozen=True, slots=True)
class ExternalProfile:
    """The account at a service."""

    provider: Provider
    subject: str  # the id of the account, which never changes
    email: str = ""  # "" if the service gives none
    is_email_verified: bool = False  # whether the service says that the email belongs to the person
    name: str = ""


def build_profile(
    provider: Provider, *, subject: Any, email: Any = "", is_verified: Any = False, name: Any = ""
) -> ExternalProfile:
    """Return the profile, from values of a JSON document of any type.

    Raise `IdentityProviderError` if the id is missing or is not valid.
    """
    if isinstance(subject, bool) or not isinstance(subject, str | int) or not str(subject).strip():
        raise IdentityProviderError("the profile has no id")
    if len(str(subject)) > MAX_SUBJECT_LENGTH:
        raise IdentityProviderError("the id in the profile is too long")
    address = _to_text(email)
    return ExternalProfile(
        provider,
        str(subject),
        address,
        # Some services send the text "true".
        is_email_verified=bool(address) and (is_verified is True or is_verified == "true"),
        name=_to_text(name),
    )


def _to_text(value: Any) -> str:
    return value.strip()[:_MAX_TEXT_LENGTH] if isinstance(value, str) else ""
