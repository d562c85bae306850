"""The check of ID tokens (OpenID Connect Core 1.0, 3.1.3.7)."""

from typing import Any, Final

from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, JoseError

from community.core import clock
from community.gateways.identity import discovery
from community.gateways.identity.client import MAX_ID_TOKEN_LENGTH, Client, IdentityProviderError
from community.gateways.identity.discovery import Configuration

# Only signatures with public keys. A token that is signed with the client secret or not at all
# proves nothing about its issuer.
ALGORITHMS: Final = [
    "RS256",
    "RS384",
    "RS512",
    "PS256",
    "PS384",
    "PS512",
    "ES256",
    "ES384",
    "EdDSA",
]
# The clocks of the provider and of this server may differ by this much.
_LEEWAY_SECONDS = 60


async def read_id_token(
    token: Any,
    client: Client,
    configuration: Configuration,
    *,
    nonce: str,
    access_token: str = "",
) -> dict[str, Any]:
    """Return the claims of an ID token that the provider issued to this site for this attempt.

    Raise `IdentityProviderError` if the token is forged, expired, or was issued for another client
    or attempt.
    """
    if not isinstance(token, str) or not 0 < len(token) <= MAX_ID_TOKEN_LENGTH:
        raise IdentityProviderError("the answer has no ID token")
    decoded = await _decode(token, configuration)
    claims = CodeIDToken(
        decoded.claims,
        decoded.header,
        options={
            "iss": {"essential": True, "values": _list_issuers(configuration.issuer)},
            "aud": {"essential": True, "value": client.client_id},
            "exp": {"essential": True},
        },
        params={"nonce": nonce, "client_id": client.client_id, "access_token": access_token},
    )
    try:
        claims.validate(now=int(clock.now().timestamp()), leeway=_LEEWAY_SECONDS)
    except (JoseError, ValueError, TypeError) as error:
        raise IdentityProviderError(f"the ID token is not valid: {error}") from error
    return dict(claims)


async def _decode(token: str, configuration: Configuration) -> jwt.Token:
    try:
        try:
            keys = await discovery.get_signing_keys(configuration)
            return jwt.decode(token, keys, algorithms=ALGORITHMS)
        except InvalidKeyIdError:
            keys = await discovery.get_signing_keys(configuration, has_unknown_key=True)
            return jwt.decode(token, keys, algorithms=ALGORITHMS)
    except (JoseError, ValueError, TypeError) as error:
        raise IdentityProviderError(f"the ID token is not valid: {type(error).__name__}") from error


def _list_issuers(issuer: str) -> list[str]:
    """Return the names of the issuer. Google signs some tokens without the scheme."""
    return [issuer, issuer.removeprefix("https://")]
