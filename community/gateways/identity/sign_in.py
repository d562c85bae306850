"""The steps of a sign-in: the URL of the service, the exchange of the code, and the profile."""

from typing import Any, Final

from authlib.oauth2.auth import ClientAuth
from authlib.oauth2.rfc6749.parameters import prepare_grant_uri, prepare_token_request

from community.gateways.identity import services
from community.gateways.identity.client import (
    Callback,
    Challenge,
    Client,
    IdentityProviderError,
    Provider,
)
from community.gateways.identity.discovery import Configuration, get_configuration
from community.gateways.identity.http import request_object
from community.gateways.identity.id_tokens import read_id_token
from community.gateways.identity.profile import ExternalProfile, build_profile

_OPENID_SCOPE: Final = "openid email profile"
_SCOPES: Final[dict[Provider, str]] = {
    "google": _OPENID_SCOPE,
    "openid": _OPENID_SCOPE,
    "facebook": "public_profile email",
    "github": "read:user user:email",
    "x": "users.read tweet.read",
    "vk": "vkid.personal_info email",
    "yandex": "login:info login:email",
}
# How a service wants the client secret. VK relies on the code verifier and has no secret.
_SECRET_METHODS: Final[dict[Provider, str]] = {
    "facebook": "client_secret_post",
    "github": "client_secret_post",
    "x": "client_secret_basic",
    "vk": "none",
    "yandex": "client_secret_post",
}


async def begin(client: Client, challenge: Challenge) -> str:
    """Return the URL of the service to which the browser is sent.

    Raise `IdentityProviderError` if the service does not publish its addresses.
    """
    parameters = {"redirect_uri": client.redirect_uri, "scope": _SCOPES[client.provider]}
    url = client.authorize_url
    if client.issuer:
        url = (await get_configuration(client.issuer)).authorize_url
        parameters["nonce"] = challenge.nonce
    return str(
        prepare_grant_uri(
            url,
            client_id=client.client_id,
            response_type="code",
            state=challenge.state,
            code_challenge=challenge.code_challenge,
            code_challenge_method="S256",
            **parameters,
        )
    )


async def fetch_profile(
    client: Client, callback: Callback, challenge: Challenge
) -> ExternalProfile:
    """Exchange the code for a token, and return the profile of its owner.

    The caller has compared the state. Call this outside a transaction. Raise
    `IdentityProviderError` if the service rejects the code, or an answer is not valid.
    """
    if client.issuer:
        return await _fetch_openid_profile(client, callback, challenge)
    token = await _exchange_code(
        client, callback, challenge, client.token_url, _SECRET_METHODS[client.provider]
    )
    return await services.fetch_profile(client, _get_access_token(token))


async def verify_credential(client: Client, credential: str, *, nonce: str) -> ExternalProfile:
    """Return the owner of an ID token that the browser got from Google One Tap.

    Raise `IdentityProviderError` if Google did not issue the token to this site for this nonce.
    """
    configuration = await get_configuration(client.issuer)
    claims = await read_id_token(credential, client, configuration, nonce=nonce)
    return _to_profile(client, claims)


async def _fetch_openid_profile(
    client: Client, callback: Callback, challenge: Challenge
) -> ExternalProfile:
    configuration = await get_configuration(client.issuer)
    if callback.issuer and callback.issuer != configuration.issuer:  # RFC 9207, 2.4
        raise IdentityProviderError("the answer comes from another issuer")
    method = "client_secret_basic" if configuration.takes_secret_in_header else "client_secret_post"
    token = await _exchange_code(client, callback, challenge, configuration.token_url, method)
    access_token = _get_access_token(token)
    claims = await read_id_token(
        token.get("id_token"),
        client,
        configuration,
        nonce=challenge.nonce,
        access_token=access_token,
    )
    if "email" not in claims and configuration.userinfo_url:
        claims |= await _fetch_userinfo(configuration, access_token, claims["sub"])
    return _to_profile(client, claims)


async def _exchange_code(
    client: Client, callback: Callback, challenge: Challenge, url: str, method: str
) -> dict[str, Any]:
    extra = {"code_verifier": challenge.code_verifier}
    if client.provider == "vk":
        extra |= {"device_id": callback.device_id, "state": challenge.state}
    body = prepare_token_request(
        "authorization_code", code=callback.code, redirect_uri=client.redirect_uri, **extra
    )
    headers = {"Content-Type": "application/x-www-form-urlencoded"}
    secret = "" if method == "none" else client.client_secret
    auth = ClientAuth(client.client_id, secret, method)
    try:
        url, headers, body = auth.prepare("POST", url, headers, body)
    except UnicodeEncodeError as error:
        raise IdentityProviderError("the client ID or the secret has invalid characters") from error
    return await request_object("POST", url, content=body, headers=headers)


async def _fetch_userinfo(
    configuration: Configuration, access_token: str, subject: str
) -> dict[str, Any]:
    headers = {"Authorization": f"Bearer {access_token}"}
    claims = await request_object("GET", configuration.userinfo_url, headers=headers)
    if claims.get("sub") != subject:  # OpenID Connect Core 1.0, 5.3.2
        raise IdentityProviderError("the profile belongs to another account")
    return claims


def _get_access_token(token: dict[str, Any]) -> str:
    access_token = token.get("access_token")
    if not isinstance(access_token, str) or not access_token:
        raise IdentityProviderError("the answer has no access token")
    return access_token


def _to_profile(client: Client, claims: dict[str, Any]) -> ExternalProfile:
    return build_profile(
        client.provider,
        subject=claims["sub"],
        email=claims.get("email"),
        is_verified=claims.get("email_verified"),
        name=claims.get("name") or claims.get("preferred_username"),
    )
