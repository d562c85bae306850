"""Limits the size of request bodies, so that a single request cannot use too much memory."""

# While FastAPI reads a body, it re-raises its own `HTTPException` but replaces all other
# exceptions, including Starlette's `HTTPException`.
from fastapi import HTTPException
from starlette.types import Message, Receive, Scope, Send

from community.api.http.request_context import HttpMiddleware
from community.api.http.responses import FORM_MEDIA_TYPE, get_content_type, get_header
from community.core.http.request_limits import MAX_HEADER_BYTES, MAX_HEADER_COUNT, MAX_URL_BYTES

# Large enough for the longest post, even if every character is escaped in JSON.
MAX_BODY_BYTES = 2 * 1024 * 1024
# Longer than any native form of the site. Decoding a form needs up to 64 times its size in memory.
MAX_FORM_BYTES = 64 * 1024
# Large enough for a comment with four images of 10 MB. Starlette streams files to disk.
MAX_MULTIPART_BYTES = 42 * 1024 * 1024
_LIMITS = {"multipart/form-data": MAX_MULTIPART_BYTES, FORM_MEDIA_TYPE: MAX_FORM_BYTES}


class BodyLimitMiddleware(HttpMiddleware):
    """Rejects requests with a body over the size limit with status 413.

    Checks the header `Content-Length` and then the number of bytes that the server receives.
    """

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        limit = _LIMITS.get(get_content_type(scope), MAX_BODY_BYTES)
        declared = get_header(scope, b"content-length")
        if declared.isdigit() and int(declared) > limit:
            raise HTTPException(413)
        remaining = limit

        async def receive_within_limit() -> Message:
            nonlocal remaining
            message = await receive()
            remaining -= len(message.get("body", b""))
            if remaining < 0:
                raise HTTPException(413)
            return message

        await self.app(scope, receive_within_limit, send)


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
