"""Requests to a service, with limits for the time and for the size of the answer."""

import asyncio
import ssl
from collections.abc import Mapping
from functools import cache
from typing import Any

import httpx
import orjson

from community.gateways.identity.client import IdentityProviderError

TIMEOUT_SECONDS = 10.0
# The largest answers are lists of keys, with a few kilobytes.
MAX_RESPONSE_BYTES = 100_000
_CONNECTION_TIMEOUT = httpx.Timeout(5.0)
# Without compression, the size of the answer is the size of its text.
_HEADERS = {"Accept": "application/json", "Accept-Encoding": "identity"}


async def request_json(
    method: str,
    url: str,
    *,
    content: str | None = None,
    data: Mapping[str, str] | None = None,
    headers: Mapping[str, str] | None = None,
    params: Mapping[str, str] | None = None,
) -> Any:
    """Send a request and return the JSON document of the answer. Redirects are not followed.

    Raise `IdentityProviderError` if the service cannot be reached, or answers with an error or with
    something else than JSON.
    """
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS), _open_client() as client:
            request = client.build_request(
                method,
                url,
                content=content,
                data=data,
                headers={**_HEADERS, **(headers or {})},
                params=params,
            )
            response = await client.send(request, stream=True)
            try:
                body = await _read_body(response)
            finally:
                await response.aclose()
    except (httpx.HTTPError, httpx.InvalidURL, TimeoutError) as error:
        raise IdentityProviderError(f"no answer: {type(error).__name__}") from error
    document = _parse(body)
    if response.status_code != httpx.codes.OK:
        raise IdentityProviderError(f"status {response.status_code}{_describe_error(document)}")
    if document is None:
        raise IdentityProviderError("the answer is not JSON")
    # GitHub answers with 200 to a request that it rejects.
    if error_text := _describe_error(document):
        raise IdentityProviderError(f"rejected{error_text}")
    return document


async def request_object(method: str, url: str, **options: Any) -> dict[str, Any]:
    """Send a request as `request_json`, and return the JSON object of the answer."""
    document = await request_json(method, url, **options)
    if not isinstance(document, dict):
        raise IdentityProviderError("the answer is not a JSON object")
    return document


def _open_client() -> httpx.AsyncClient:
    return httpx.AsyncClient(
        verify=_get_ssl_context(), timeout=_CONNECTION_TIMEOUT, follow_redirects=False
    )


@cache
def _get_ssl_context() -> ssl.SSLContext:
    """Return the certificates of the system, which take long to load."""
    return httpx.create_ssl_context()


async def _read_body(response: httpx.Response) -> bytes:
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise IdentityProviderError("the answer is compressed")
    body = bytearray()
    async for chunk in response.aiter_raw():
        body += chunk
        if len(body) > MAX_RESPONSE_BYTES:
            raise IdentityProviderError("the answer is too large")
    return bytes(body)


def _parse(body: bytes) -> Any:
    try:
        return orjson.loads(body)
    except ValueError:
        return None


def _describe_error(document: Any) -> str:
    """Return the error code of an answer (RFC 6749, 5.2), or "" if it reports no error."""
    code = document.get("error") if isinstance(document, dict) else None
    if isinstance(code, dict):  # Facebook
        code = code.get("type")
    return f": {str(code)[:100]!r}" if code else ""
