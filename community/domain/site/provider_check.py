"""Checks whether a service for signing in answers at its configured address."""

import asyncio
import json
from dataclasses import dataclass
from http import HTTPStatus
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from community.domain.site.definitions import ProviderSettings
from community.i18n import gettext as _

if TYPE_CHECKING:
    import httpx

TIMEOUT_SECONDS = 8.0
# The configuration of an OpenID provider has a few kilobytes.
MAX_RESPONSE_BYTES = 100_000
DISCOVERY_PATH = "/.well-known/openid-configuration"


@dataclass(frozen=True, slots=True)
class ProviderCheck:
    is_ok: bool
    message: str


async def check_provider(settings: ProviderSettings, *, callback_url: str) -> ProviderCheck:
    """Request the address of the service. Call this outside a transaction, as it may take seconds.

    Redirects are not followed. A service that rejects the request, for example because it does not
    know the client ID, fails the check.
    """
    import httpx  # noqa: PLC0415  # few processes ever need it

    if not settings.url:
        return ProviderCheck(is_ok=False, message=_("Save the address of the service first."))
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS), httpx.AsyncClient() as client:
            if settings.issuer:
                return await _check_discovery(client, settings.issuer)
            return await _check_authorization(client, settings, callback_url)
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError):
        host = urlsplit(settings.url).hostname or settings.url
        return ProviderCheck(is_ok=False, message=_("No answer from {host}.", host=host))


async def _check_authorization(
    client: "httpx.AsyncClient", settings: ProviderSettings, callback_url: str
) -> ProviderCheck:
    parameters = {
        "client_id": settings.client_id,
        "response_type": "code",
        "redirect_uri": callback_url,
        "scope": "openid email",
        "state": "test",
    }
    async with client.stream("GET", settings.url, params=parameters) as response:
        return _describe_status(response.status_code)


async def _check_discovery(client: "httpx.AsyncClient", issuer: str) -> ProviderCheck:
    async with client.stream("GET", issuer.rstrip("/") + DISCOVERY_PATH) as response:
        if response.status_code != HTTPStatus.OK:
            return _describe_status(response.status_code)
        body = b""
        async for chunk in response.aiter_bytes():
            body += chunk
            if len(body) > MAX_RESPONSE_BYTES:
                break
    if _has_authorization_endpoint(body):
        return _describe_status(HTTPStatus.OK)
    message = _("The answer of the service is not an OpenID configuration.")
    return ProviderCheck(is_ok=False, message=message)


def _has_authorization_endpoint(body: bytes) -> bool:
    try:
        configuration: Any = json.loads(body)
    except ValueError:
        return False
    return isinstance(configuration, dict) and "authorization_endpoint" in configuration


def _describe_status(status: int) -> ProviderCheck:
    if status < HTTPStatus.BAD_REQUEST:
        return ProviderCheck(is_ok=True, message=_("The service answers."))
    return ProviderCheck(
        is_ok=False, message=_("The service rejects the request (status {status}).", status=status)
    )
