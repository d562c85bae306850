"""How long a browser may keep the files of the front end.

The build puts a hash of the content into every name under `/assets`, so such a file never changes;
a font that changes is given a new name. All else is asked for again, and answered 304 by its ETag.
"""

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

UNCHANGING = ("/assets/", "/fonts/")
FOR_A_YEAR = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
FOUND = {200, 206, 304}


class Static:
    """Adds `Cache-Control` to files that have an ETag and say nothing of it themselves."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def mark(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] in FOUND:
                headers = MutableHeaders(raw=message["headers"])
                if "etag" in headers and "cache-control" not in headers:
                    headers["Cache-Control"] = _may_keep(scope["path"])
            await send(message)

        await self.app(scope, receive, mark)


def _may_keep(path: str) -> str:
    return FOR_A_YEAR if path.startswith(UNCHANGING) else ASK_AGAIN
