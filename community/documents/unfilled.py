"""The page of the build with nothing in it: what the server gives where no file and no route is."""

from fastapi.routing import APIRoute
from starlette.types import Message, Scope, Send

from community import urls
from community.core.settings import settings


class Unfilled:
    """Holds such a page back, so that something is said in its place."""

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self.was_held = False

    async def send(self, message: Message) -> None:
        """Pass on what is anything else."""
        if message["type"] == "http.response.start":
            self.was_held = self._is_empty_page(message)
        if not self.was_held:
            await self._send(message)

    def _is_empty_page(self, start: Message) -> bool:
        kind = dict(start["headers"]).get(b"content-type", b"")
        # A route of the interface leaves itself there; `/design` has no document.
        return (
            kind.startswith(b"text/html")
            and not isinstance(self._scope.get("route"), APIRoute)
            and (self._scope["path"] != urls.DESIGN or settings().environment == "production")
        )
