"""What all ASGI middleware of the site shares."""

from collections.abc import Callable

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class HttpMiddleware:
    """Base class of middleware that handles HTTP requests and passes WebSockets on unchanged."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        handle = self.handle if scope["type"] == "http" else self.app
        await handle(scope, receive, send)

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        raise NotImplementedError


def call_before_start(send: Send, edit: Callable[[Message], None]) -> Send:
    """Return a `send` that passes the status and the headers of a response to `edit` first."""

    async def send_edited(message: Message) -> None:
        if message["type"] == "http.response.start":
            edit(message)
        await send(message)

    return send_edited
