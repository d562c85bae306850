"""A WebSocket protocol with compression that needs little memory per connection.

The server keeps no compression state between two messages. If it sends one message to many clients,
it compresses the message only once. `docs/decisions/0001-web-server.md` gives the reasons.
"""

import asyncio
import logging
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.http11 import Request
from websockets.server import ServerProtocol

from community.core.http import websocket_frames as frames


class CompressedWebSocketProtocol(WebSocketsSansIOProtocol):
    """The WebSocket protocol of uvicorn with two changes.

    It negotiates compression without context takeover (RFC 7692). It also supports the ASGI
    extension `frames.EXTENSION`. With this extension, the application writes messages to the
    socket that are already encoded and compressed.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.conn = ServerProtocol(
            extensions=[
                ServerPerMessageDeflateFactory(
                    server_no_context_takeover=True,
                    client_no_context_takeover=True,
                    server_max_window_bits=frames.WINDOW_BITS,
                    client_max_window_bits=frames.WINDOW_BITS,
                    compress_settings=frames.COMPRESS_SETTINGS,
                )
            ],
            max_size=config.ws_max_size,
            logger=logging.getLogger("uvicorn.error"),
        )
        self._unfinished_sends = 0

    def handle_connect(self, event: Request) -> None:
        """Accept the connection, and offer `write` to the application as an ASGI extension."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][frames.EXTENSION] = {"write": self.write}

    async def send(self, message: ASGISendEvent) -> None:
        self._unfinished_sends += 1
        try:
            await super().send(message)
        finally:
            self._unfinished_sends -= 1

    def write(self, message: frames.PreparedMessage) -> bool:
        """Write an already encoded message to the socket.

        Returns:
            False if nothing was written because the socket is closed, its buffer is full, or an
            earlier message still waits for free space in the buffer.
        """
        if self._unfinished_sends:
            return False
        is_open = self.handshake_complete and not self.close_sent
        if not is_open or self.transport.is_closing() or not self.writable.is_set():
            return False
        is_compressed = self._has_negotiated_compression()
        self.transport.write(message.compressed if is_compressed else message.uncompressed)
        return True

    def _has_negotiated_compression(self) -> bool:
        """Return whether the client can decompress messages with this server's window size."""
        return any(
            isinstance(extension, PerMessageDeflate)
            and extension.local_max_window_bits == frames.WINDOW_BITS
            for extension in self.conn.extensions
        )
