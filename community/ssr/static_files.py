"""Middleware that sets the `Cache-Control` header for static files of the front end.

Browsers may cache files under `/assets` and `/fonts` without revalidation, because a changed file
gets a new name: the build adds a hash of the content to each file name under `/assets`. Browsers
must revalidate all other files with the ETag.
"""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

IMMUTABLE_PREFIXES = ("/assets/", "/fonts/")
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
CACHEABLE_STATUSES = {200, 206, 304}


class StaticFilesMiddleware:
    """Adds `Cache-Control` to responses that have an ETag but no `Cache-Control`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def send_with_header(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in CACHEABLE_STATUSES:
                headers = MutableHeaders(raw=message["headers"])
                if "etag" in headers and "cache-control" not in headers:
                    headers["Cache-Control"] = _get_cache_control(scope["path"])
            await send(message)

        await self.app(scope, receive, send_with_header)


def _get_cache_control(path: str) -> str:
    return IMMUTABLE if path.startswith(IMMUTABLE_PREFIXES) else REVALIDATE
