"""The profiles of services that do not support OpenID Connect, each with its own format."""

import hmac
from collections.abc import Awaitable, Callable
from typing import Any, Final

from community.gateways.identity.client import Client, IdentityProviderError, Provider
from community.gateways.identity.http import request_json, request_object
from community.gateways.identity.profile import ExternalProfile, build_profile


async def fetch_profile(client: Client, access_token: str) -> ExternalProfile:
    return await _FUNCTIONS[client.provider](client, access_token)


async def _fetch_facebook(client: Client, access_token: str) -> ExternalProfile:
    # Facebook apps can require the proof, so that a stolen token is of no use.
    proof = hmac.digest(client.client_secret.encode(), access_token.encode(), "sha256").hex()
    user = await request_object(
        "GET",
        client.userinfo_url,
        headers=_bearer(access_token),
        params={"fields": "id,name,email", "appsecret_proof": proof},
    )
    # Facebook does not say whether the person has confirmed the email.
    return build_profile(
        "facebook", subject=user.get("id"), email=user.get("email"), name=user.get("name")
    )


async def _fetch_github(client: Client, access_token: str) -> ExternalProfile:
    headers = _bearer(access_token)
    user = await request_object("GET", client.userinfo_url, headers=headers)
    emails = await request_json("GET", f"{client.userinfo_url.rstrip('/')}/emails", headers=headers)
    return build_profile(
        "github",
        subject=user.get("id"),
        email=_find_primary_email(emails),
        is_verified=True,
        name=user.get("name") or user.get("login"),
    )


def _find_primary_email(emails: Any) -> str:
    """Return the primary email of a GitHub user, or "" if it is not verified."""
    for entry in emails if isinstance(emails, list) else []:
        if isinstance(entry, dict) and entry.get("primary") is True is entry.get("verified"):
            return str(entry.get("email", ""))
    return ""


async def _fetch_x(client: Client, access_token: str) -> ExternalProfile:
    document = await request_object("GET", client.userinfo_url, headers=_bearer(access_token))
    user = _get_object(document, "data")
    # The email needs a permission that X grants only to some apps.
    return build_profile("x", subject=user.get("id"), name=user.get("name"))


async def _fetch_vk(client: Client, access_token: str) -> ExternalProfile:
    document = await request_object(
        "POST",
        client.userinfo_url,
        data={"client_id": client.client_id, "access_token": access_token},
    )
    user = _get_object(document, "user")
    names = (user.get("first_name"), user.get("last_name"))
    return build_profile(
        "vk",
        subject=user.get("user_id"),
        email=user.get("email"),
        name=" ".join(name for name in names if isinstance(name, str) and name),
    )


async def _fetch_yandex(client: Client, access_token: str) -> ExternalProfile:
    user = await request_object(
        "GET",
        client.userinfo_url,
        headers={"Authorization": f"OAuth {access_token}"},
        params={"format": "json"},
    )
    return build_profile(
        "yandex",
        subject=user.get("id"),
        email=user.get("default_email"),
        # Yandex gives out only mailboxes at Yandex and addresses that the person has confirmed.
        is_verified=True,
        name=user.get("real_name") or user.get("display_name") or user.get("login"),
    )


_FUNCTIONS: Final[dict[Provider, Callable[[Client, str], Awaitable[ExternalProfile]]]] = {
    "facebook": _fetch_facebook,
    "github": _fetch_github,
    "x": _fetch_x,
    "vk": _fetch_vk,
    "yandex": _fetch_yandex,
}


def _bearer(access_token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {access_token}"}


def _get_object(document: dict[str, Any], name: str) -> dict[str, Any]:
    value = document.get(name)
    if not isinstance(value, dict):
        raise IdentityProviderError(f"the profile has no {name}")
    return value
