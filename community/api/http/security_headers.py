"""Middleware that adds security headers to responses."""

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from community.api.http.middleware import HttpMiddleware, call_before_start
from community.core.settings import settings

HSTS = "max-age=31536000; includeSubDomains"
# If a browser displays a JSON response, it must not load or run anything.
JSON_CSP = "default-src 'none'; frame-ancestors 'none'"
HTML_CSP = "frame-ancestors 'self'"


class SecurityHeadersMiddleware(HttpMiddleware):
    """Adds each security header to responses that do not already have it."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self.app(scope, receive, call_before_start(send, _add_missing_headers))


def _add_missing_headers(response_start: Message) -> None:
    headers = MutableHeaders(raw=response_start["headers"])
    headers.setdefault("X-Content-Type-Options", "nosniff")
    headers.setdefault("Referrer-Policy", "strict-origin-when-cross-origin")
    if settings().is_https:
        headers.setdefault("Strict-Transport-Security", HSTS)
    content_type = headers.get("content-type", "")
    if content_type.startswith(("application/json", "application/problem+json")):
        headers.setdefault("Content-Security-Policy", JSON_CSP)
        if "public" not in headers.setdefault("Cache-Control", "private, no-cache"):
            headers.add_vary_header("Accept, Authorization, Cookie")
    elif content_type.startswith("text/html"):
        headers.setdefault("Content-Security-Policy", HTML_CSP)
        headers.setdefault("X-Frame-Options", "SAMEORIGIN")
