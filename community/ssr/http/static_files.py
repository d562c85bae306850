"""Middleware that sets the `Cache-Control` header for static files of the front end.

Browsers may cache files under `/assets`, `/fonts` and `/emoji` without revalidation, because a
changed file gets a new name: the build adds a hash of the content to each file name under
`/assets`. Browsers must revalidate all other files with the ETag.
"""

from starlette.datastructures import MutableHeaders
from starlette.types import Message, Receive, Scope, Send

from community.api.http.request_context import HttpMiddleware, call_before_start
from community.reflex_adapter.build_output import HASHED_FILES_PREFIX
from community.styles.ui.display import EMOJI_PREFIX

IMMUTABLE_PREFIXES = (HASHED_FILES_PREFIX, "/fonts/", EMOJI_PREFIX)
IMMUTABLE = "public, max-age=31536000, immutable"
REVALIDATE = "no-cache"
CACHEABLE_STATUSES = {200, 206, 304}


class StaticFilesMiddleware(HttpMiddleware):
    """Adds `Cache-Control` to responses that have an ETag but no `Cache-Control`."""

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        def add_cache_control(response_start: Message) -> None:
            headers = MutableHeaders(raw=response_start["headers"])
            if response_start["status"] in CACHEABLE_STATUSES and "etag" in headers:
                headers.setdefault("Cache-Control", _get_cache_control(scope["path"]))

        await self.app(scope, receive, call_before_start(send, add_cache_control))


def _get_cache_control(path: str) -> str:
    return IMMUTABLE if path.startswith(IMMUTABLE_PREFIXES) else REVALIDATE
