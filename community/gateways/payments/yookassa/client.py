"""Requests to the API of YooKassa (https://yookassa.ru/developers/using-api/interaction-format)."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import httpx
import orjson

from community.gateways.payments import errors

# The waits before the second and the third attempt, in seconds.
RETRY_DELAYS: Final = (0.5, 1.5)
TIMEOUT_SECONDS: Final = 25.0
# A page of 100 payments has about 200 kilobytes.
MAX_RESPONSE_BYTES: Final = 2 * 1024**2
PAGE_SIZE: Final = 100
_ATTEMPT_TIMEOUT: Final = httpx.Timeout(10.0, connect=5.0)
# The result of the request is unknown (202, 5xx), or there were too many requests (429).
_ACCEPTED: Final = 202
_TOO_MANY_REQUESTS: Final = 429
_FIRST_SERVER_ERROR: Final = 500


class YooKassaError(errors.PaymentProviderError):
    """YooKassa did not accept a request."""

    def __init__(self, status: int, code: str, parameter: str = "") -> None:
        super().__init__(f"{code}: {parameter}" if parameter else code)
        self.status = status
        self.parameter = parameter


class YooKassaUnknownObject(YooKassaError, errors.UnknownObject):
    """The shop has no such payment or method."""


class YooKassaKeysRejected(YooKassaError, errors.KeysRejected):
    """YooKassa does not accept the shop ID or the key."""


_ERRORS: Final[Mapping[int, type[YooKassaError]]] = {
    httpx.codes.UNAUTHORIZED: YooKassaKeysRejected,
    httpx.codes.NOT_FOUND: YooKassaUnknownObject,
}


@dataclass(frozen=True, slots=True)
class YooKassaClient:
    """Sends requests for a shop.

    A request that changes something is repeated with the same idempotency key, so that it is
    executed once.
    """

    shop_id: str
    secret_key: str
    api_url: str

    async def get(self, path: str, params: Mapping[str, str] | None = None) -> dict[str, Any]:
        """Return an object.

        Raises:
            YooKassaError: There is no such object, or the keys are wrong.
            ProviderUnavailable: YooKassa does not answer.
        """
        return await self._request("GET", path, params=params)

    async def post(self, path: str, body: Mapping[str, Any], *, key: str) -> dict[str, Any]:
        """Change or create an object, and return it.

        Raises:
            YooKassaError: YooKassa refuses the change.
            ProviderUnavailable: It is unknown whether YooKassa has executed the request.
        """
        headers = {"Idempotence-Key": key, "Content-Type": "application/json"}
        return await self._request("POST", path, content=orjson.dumps(body), headers=headers)

    async def list_all(self, path: str, params: Mapping[str, str]) -> AsyncIterator[dict[str, Any]]:
        """Yield all objects of a list, newest first."""
        query = {**params, "limit": str(PAGE_SIZE)}
        while True:
            page = await self.get(path, query)
            items, cursor = page.get("items"), page.get("next_cursor")
            if not isinstance(items, list):
                raise errors.ProviderUnavailable("unreadable")
            for item in items:
                yield item
            if not cursor:
                return
            query["cursor"] = str(cursor)

    async def _request(self, method: str, path: str, **options: Any) -> dict[str, Any]:
        try:
            async with asyncio.timeout(TIMEOUT_SECONDS), self._open() as client:
                for delay in (*RETRY_DELAYS, None):
                    answer = await _send(client, method, path, options)
                    if answer is not None:
                        return _read(*answer)
                    if delay is not None:
                        await asyncio.sleep(delay)
        except TimeoutError as error:
            raise errors.ProviderUnavailable("timeout") from error
        raise errors.ProviderUnavailable("no_answer")

    def _open(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(
            auth=(self.shop_id, self.secret_key),
            base_url=self.api_url,
            verify=_get_ssl_context(),
            timeout=_ATTEMPT_TIMEOUT,
            follow_redirects=False,
        )


@cache
def _get_ssl_context() -> ssl.SSLContext:
    """Return the certificates of the system, which take long to load."""
    return httpx.create_ssl_context()


async def _send(
    client: httpx.AsyncClient, method: str, path: str, options: Mapping[str, Any]
) -> tuple[int, bytes] | None:
    """Return the status and the body of the answer, or None if the request must be repeated."""
    try:
        async with client.stream(method, path, **options) as response:
            status, body = response.status_code, bytearray()
            async for chunk in response.aiter_bytes():
                body += chunk
                if len(body) > MAX_RESPONSE_BYTES:
                    raise errors.ProviderUnavailable("too_large")
    except (httpx.HTTPError, httpx.InvalidURL):
        return None
    is_uncertain = status in {_ACCEPTED, _TOO_MANY_REQUESTS} or status >= _FIRST_SERVER_ERROR
    return None if is_uncertain else (status, bytes(body))


def _read(status: int, body: bytes) -> dict[str, Any]:
    try:
        document = orjson.loads(body)
    except ValueError:
        document = None
    if status == httpx.codes.OK and isinstance(document, dict):
        return document
    if status < httpx.codes.BAD_REQUEST:
        raise errors.ProviderUnavailable("unreadable")
    error = document if isinstance(document, dict) else {}
    code, parameter = str(error.get("code") or status), str(error.get("parameter") or "")
    raise _ERRORS.get(status, YooKassaError)(status, code[:40], parameter[:40])
