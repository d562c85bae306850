"""Tests for direct writes to a WebSocket connection of the production server."""

import asyncio
from typing import Any

from uvicorn import Config
from uvicorn.server import ServerState

from community.cli.server.websocket_protocol import CompressedWebSocketProtocol
from community.core.http.websocket_frames import PreparedMessage

HANDSHAKE = (
    b"GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


class RecordingTransport(asyncio.Transport):
    def __init__(self) -> None:
        super().__init__({"peername": ("203.0.113.7", 4000), "sockname": ("127.0.0.1", 80)})
        self.written = b""

    def write(self, data: Any) -> None:
        self.written += bytes(data)

    def is_closing(self) -> bool:
        return False

    def close(self) -> None: ...


async def accept_and_wait(_scope: Any, _receive: Any, send: Any) -> None:
    await send({"type": "websocket.accept"})
    await asyncio.Event().wait()


async def test_a_direct_write_does_not_overtake_a_message_that_waits_for_the_buffer() -> None:
    state = ServerState()
    protocol = CompressedWebSocketProtocol(Config(accept_and_wait), state, {})
    transport = RecordingTransport()
    protocol.connection_made(transport)
    protocol.data_received(HANDSHAKE)
    await asyncio.sleep(0)
    message = PreparedMessage.from_text("second")
    protocol.pause_writing()
    assert not protocol.write(message)
    waiting = asyncio.create_task(protocol.send({"type": "websocket.send", "text": "first"}))
    await asyncio.sleep(0)
    protocol.resume_writing()
    assert not protocol.write(message)
    await waiting
    assert protocol.write(message)
    assert transport.written.endswith(b"\x81\x05first\x81\x06second")
    for task in state.tasks:
        task.cancel()
