"""Headers that tell a browser what an answer may not be used for."""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from community.core.settings import settings

HSTS = "max-age=31536000; includeSubDomains"
# JSON is no page: nothing in it is to be run or shown, wherever it is opened.
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
PAGE_POLICY = "frame-ancestors 'self'"


class Safety:
    """Adds to each answer what it does not say itself.

    Args:
        page_policy: the Content-Security-Policy of pages that set none.
    """

    def __init__(self, app: ASGIApp, page_policy: str = PAGE_POLICY) -> None:
        self.app = app
        self.page_policy = page_policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def protect(message: Message) -> None:
            if message["type"] == "http.response.start":
                self._add(MutableHeaders(raw=message["headers"]))
            await send(message)

        await self.app(scope, receive, protect)

    def _add(self, headers: MutableHeaders) -> None:
        headers.setdefault("X-Content-Type-Options", "nosniff")
        headers.setdefault("Referrer-Policy", "strict-origin-when-cross-origin")
        if settings().is_https:
            headers.setdefault("Strict-Transport-Security", HSTS)
        kind = headers.get("content-type", "")
        if kind.startswith(("application/json", "application/problem+json")):
            headers.setdefault("Content-Security-Policy", DATA_POLICY)
            if "public" not in headers.setdefault("Cache-Control", "private, no-cache"):
                headers.add_vary_header("Accept, Authorization, Cookie")
        elif kind.startswith("text/html"):
            headers.setdefault("Content-Security-Policy", self.page_policy)
            headers.setdefault("X-Frame-Options", "SAMEORIGIN")
