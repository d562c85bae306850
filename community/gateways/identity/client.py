"""What this site is to a service, the values of one attempt to sign in, and its error."""

import hashlib
from dataclasses import dataclass, field
from typing import Literal

from community.core import ids

Provider = Literal["google", "facebook", "github", "x", "vk", "yandex", "openid"]
MAX_ID_TOKEN_LENGTH = 8_000


@dataclass(frozen=True, slots=True)
class Client:
    """This site as a client of a service."""

    provider: Provider
    client_id: str
    redirect_uri: str
    client_secret: str = field(repr=False)
    # The issuer of the ID tokens. Google and OpenID Connect publish the other addresses there; the
    # other services have none.
    issuer: str = ""
    authorize_url: str = ""
    token_url: str = ""
    userinfo_url: str = ""


@dataclass(frozen=True, slots=True)
class Callback:
    """The parameters with which a service sends the browser back."""

    code: str = field(repr=False)
    device_id: str = ""
    issuer: str = ""


@dataclass(frozen=True, slots=True)
class Challenge:
    state: str  # comes back in the URL of the callback (RFC 6749, 10.12)
    nonce: str  # comes back in the ID token (OpenID Connect Core, 3.1.2.1)
    code_verifier: str  # proves to the service that the server began the sign-in (RFC 7636)

    @property
    def code_challenge(self) -> str:
        """The digest of the verifier (RFC 7636, 4.2)."""
        return ids.encode_base64url(hashlib.sha256(self.code_verifier.encode()).digest())


def create_challenge() -> Challenge:
    # VK requires a state of at least 32 characters, and RFC 7636 (4.1) a verifier of at least 43.
    return Challenge(state=ids.new_token(), nonce=ids.new_token(), code_verifier=ids.new_token())


class IdentityProviderError(Exception):
    """The service gave no valid answer. `reason` says why, for the log and without secrets."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
