"""Middleware that adds security headers to responses."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.core.settings import settings

HSTS = "max-age=31536000; includeSubDomains"
# If a browser displays a JSON response, it must not load or run anything.
JSON_CSP = "default-src 'none'; frame-ancestors 'none'"
HTML_CSP = "frame-ancestors 'self'"


class SecurityHeadersMiddleware:
    """Adds each security header to responses that do not already have it.

    Args:
        html_csp: The Content-Security-Policy for HTML responses.
    """

    def __init__(self, app: ASGIApp, html_csp: str = HTML_CSP) -> None:
        self.app = app
        self.html_csp = html_csp

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add_missing_headers(MutableHeaders(raw=message["headers"]))
            await send(message)

        await self.app(scope, receive, send_with_headers)

    def _add_missing_headers(self, headers: MutableHeaders) -> None:
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
            headers.setdefault("Content-Security-Policy", self.html_csp)
            headers.setdefault("X-Frame-Options", "SAMEORIGIN")
