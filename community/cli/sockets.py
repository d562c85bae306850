"""Compressed WebSockets that cost little memory: a server holds one for every open page.

A smaller window and a decompressor only while a message is read cost 15 KB for each socket and not
50 KB, and compress our messages as well (docs/decisions/0001-web-server.md).
"""

import asyncio
import logging
from typing import Any

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory
from websockets.server import ServerProtocol

# Base 2 logarithm of the window, and zlib's measure of the memory for its tables (1 to 9).
WINDOW_BITS = 10
MEMORY_LEVEL = 3


class CompactSockets(WebSocketsSansIOProtocol):
    """uvicorn's WebSockets with compression tuned for many sockets and small messages."""

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
                    server_max_window_bits=WINDOW_BITS,
                    client_max_window_bits=WINDOW_BITS,
                    client_no_context_takeover=True,
                    compress_settings={"memLevel": MEMORY_LEVEL},
                )
            ],
            max_size=config.ws_max_size,
            logger=logging.getLogger("uvicorn.error"),
        )
