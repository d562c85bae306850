"""Detects when Reflex responds with the empty HTML page from the front-end build."""

from starlette.types import Message, Scope, Send

from community import urls
from community.core.settings import settings
from community.reflex_adapter.build_output import is_fallback_response


class FallbackInterceptor:
    """Wraps the ASGI `send` callable and discards the response if it is the empty page.

    If `was_intercepted` is True, the response was discarded and the caller must send another
    response.
    """

    def __init__(self, scope: Scope, send: Send) -> None:
        self._scope = scope
        self._send = send
        self.was_intercepted = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.was_intercepted = self._is_empty_page(message)
        if not self.was_intercepted:
            await self._send(message)

    def _is_empty_page(self, response_start: Message) -> bool:
        return is_fallback_response(self._scope, response_start) and not self._is_gallery()

    def _is_gallery(self) -> bool:
        # The design gallery needs the empty page, because it is rendered only in the browser. The
        # server of the front-end build redirects its pages to paths with a slash at the end.
        path = self._scope["path"]
        is_gallery_path = path == urls.DESIGN or path.startswith(f"{urls.DESIGN}/")
        return is_gallery_path and settings().environment != "production"
