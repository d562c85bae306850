"""A WebSocket that is connected to the application without a network."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

from socketio import ASGIApp  # type: ignore[import-untyped]
from starlette.types import Message

from community.community import app
from community.core.http import websocket_frames
from community.reflex_adapter.socket import SocketMessageMiddleware
from tests.page_client import NAMESPACE

ADDRESS = "/_rx/_event/"
# The message that stands for a connection that the server has closed.
CLOSED = "closed"


class FakeSocket:
    """The client side of a WebSocket, connected to the ASGI application without a network."""

    def __init__(self, cookie: str, origin: str) -> None:
        self.token = str(uuid4())
        self.scope: dict[str, Any] = {
            "type": "websocket",
            "path": ADDRESS,
            "query_string": f"EIO=4&transport=websocket&token={self.token}".encode(),
            "headers": [
                (b"host", b"localhost"),
                (b"connection", b"upgrade"),
                (b"upgrade", b"websocket"),
                (b"cookie", cookie.encode()),
                (b"origin", origin.encode()),
            ],
            "client": ("203.0.113.7", 4000),
            "scheme": "ws",
            "extensions": {websocket_frames.EXTENSION: {"write": self._write}},
        }
        self.direct_writes = 0
        self._sending: asyncio.Queue[Message] = asyncio.Queue()
        self._received: asyncio.Queue[str] = asyncio.Queue()
        self._sending.put_nowait({"type": "websocket.connect"})

    def send_text(self, text: str) -> None:
        self._sending.put_nowait({"type": "websocket.receive", "text": text})

    async def wait_for_message(self, prefix: str) -> str:
        """Return the next message that starts with `prefix`.

        Raise `TimeoutError` after 30 seconds.
        """
        async with asyncio.timeout(30):
            while not (message := await self._received.get()).startswith(prefix):
                pass
            return message

    def _write(self, message: websocket_frames.PreparedMessage) -> bool:
        """Receive a message that the server writes directly to the socket."""
        frame = message.uncompressed
        header_size = 2 if frame[1] < 126 else 4  # RFC 6455, 5.2
        self._received.put_nowait(frame[header_size:].decode())
        self.direct_writes += 1
        return True

    def disconnect(self) -> None:
        self._sending.put_nowait({"type": "websocket.disconnect"})

    async def receive(self) -> Message:
        return await self._sending.get()

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._received.put_nowait(message.get("text") or "")
        elif message["type"] == "websocket.close":
            self._received.put_nowait(CLOSED)


@asynccontextmanager
async def open_socket(
    cookie: str, auth: object, origin: str = "http://localhost"
) -> AsyncIterator[FakeSocket]:
    """Connect to the server with the Socket.IO payload `auth` until the `with` block ends."""
    fake_socket = FakeSocket(cookie, origin)
    server = asyncio.create_task(
        SocketMessageMiddleware(ASGIApp(app.sio, socketio_path=ADDRESS))(
            fake_socket.scope, fake_socket.receive, fake_socket.send
        )
    )
    fake_socket.send_text(f"40{NAMESPACE},{json.dumps(auth)}")
    yield fake_socket
    fake_socket.disconnect()
    await server
