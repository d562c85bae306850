"""Limits the length of URLs and headers, before a pattern or a log entry contains them."""

from starlette.exceptions import HTTPException
from starlette.types import Receive, Scope, Send

from community.api.http.middleware import HttpMiddleware
from community.core.http.request_limits import MAX_HEADER_BYTES, MAX_HEADER_COUNT, MAX_URL_BYTES


class RequestLimitsMiddleware(HttpMiddleware):
    """Rejects requests with a long URL (414) or with long or many headers (431)."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        raw_path = scope.get("raw_path") or scope["path"].encode()
        if len(raw_path) + len(scope["query_string"]) > MAX_URL_BYTES:
            raise HTTPException(414)
        headers = scope["headers"]
        size = sum(len(name) + len(value) for name, value in headers)
        if len(headers) > MAX_HEADER_COUNT or size > MAX_HEADER_BYTES:
            raise HTTPException(431)
        await self.app(scope, receive, send)
