"""Compressed WebSockets that cost little memory: a server holds one for every open page.

What compresses and decompresses is there only while a message is written or read; and a message to
many is compressed once for all of them (docs/decisions/0001-web-server.md).
"""

import asyncio
import logging
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import (
    PerMessageDeflate,
    ServerPerMessageDeflateFactory,
)
from websockets.http11 import Request
from websockets.server import ServerProtocol

from community.realtime import frames


class CompactSockets(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets without memory between messages, and with `frames.EXTENSION`."""

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
                    compress_settings=frames.COMPRESSION,
                )
            ],
            max_size=config.ws_max_size,
            logger=logging.getLogger("uvicorn.error"),
        )

    def handle_connect(self, event: Request) -> None:
        """Tell the application that this socket takes finished frames."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            self.scope["extensions"][frames.EXTENSION] = {"write": self.write}

    def write(self, message: frames.Framed) -> bool:
        """Write a finished message, unless something before it still waits to be written."""
        is_open = self.handshake_complete and not self.close_sent
        if not is_open or self.transport.is_closing() or not self.writable.is_set():
            return False
        self.transport.write(message.deflated if self._inflates() else message.plain)
        return True

    def _inflates(self) -> bool:
        """Whether the other side agreed to compression with the window that ours needs."""
        return any(
            isinstance(each, PerMessageDeflate) and each.local_max_window_bits == frames.WINDOW_BITS
            for each in self.conn.extensions
        )
