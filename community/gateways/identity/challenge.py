"""The random values that bind the answer of a service to the browser that began the sign-in."""

from dataclasses import dataclass

from authlib.common.security import generate_token
from authlib.oauth2.rfc7636 import create_s256_code_challenge

# VK requires a state of at least 32 characters. RFC 7636, section 4.1, a verifier of at least 43.
_LENGTH = 48


@dataclass(frozen=True, slots=True)
class Challenge:
    """The values of one attempt to sign in.

    Attributes:
        state: Comes back in the URL of the callback (RFC 6749, 10.12).
        nonce: Comes back in the ID token (OpenID Connect Core, 3.1.2.1).
        code_verifier: Proves to the service that the server began the sign-in (RFC 7636).
    """

    state: str
    nonce: str
    code_verifier: str

    @property
    def code_challenge(self) -> str:
        return str(create_s256_code_challenge(self.code_verifier))


def create_challenge() -> Challenge:
    state, nonce, verifier = (generate_token(_LENGTH) for _ in range(3))
    return Challenge(state, nonce, verifier)
