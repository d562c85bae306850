"""What this site is to a service, the values of one attempt to sign in, and its error."""

from dataclasses import dataclass, field
from typing import Literal

from authlib.common.security import generate_token
from authlib.oauth2.rfc7636 import create_s256_code_challenge

Provider = Literal["google", "facebook", "github", "x", "vk", "yandex", "openid"]
# VK requires a state of at least 32 characters. RFC 7636, section 4.1, a verifier of at least 43.
_LENGTH = 48


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
        return str(create_s256_code_challenge(self.code_verifier))


def create_challenge() -> Challenge:
    state, nonce, verifier = (generate_token(_LENGTH) for _ in range(3))
    return Challenge(state, nonce, verifier)


class IdentityProviderError(Exception):
    """The service gave no valid answer. `reason` says why, for the log and without secrets."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason
