"""Tests that the server removes the data of a WebSocket when the WebSocket closes."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import uuid4

import pytest
from socketio import ASGIApp  # type: ignore[import-untyped]
from starlette.types import Message

from community.community import app
from community.core import ids
from community.state import socket
from tests.page_client import NAMESPACE

ADDRESS = "/_rx/_event/"


class FakeSocket:
    """The client side of a WebSocket, connected to the ASGI application without a network."""

    def __init__(self, cookie: str) -> None:
        self.scope: dict[str, Any] = {
            "type": "websocket",
            "path": ADDRESS,
            "query_string": f"EIO=4&transport=websocket&token={uuid4()}".encode(),
            "headers": [
                (b"host", b"localhost"),
                (b"connection", b"upgrade"),
                (b"upgrade", b"websocket"),
                (b"cookie", cookie.encode()),
            ],
            "client": ("203.0.113.7", 4000),
            "scheme": "ws",
        }
        self._sending: asyncio.Queue[Message] = asyncio.Queue()
        self._received: asyncio.Queue[str] = asyncio.Queue()
        self._sending.put_nowait({"type": "websocket.connect"})

    def send_text(self, text: str) -> None:
        self._sending.put_nowait({"type": "websocket.receive", "text": text})

    async def wait_for_message(self, prefix: str) -> str:
        """Return the next message that starts with `prefix`.

        Raise `TimeoutError` after 5 seconds.
        """
        async with asyncio.timeout(5):
            while not (message := await self._received.get()).startswith(prefix):
                pass
            return message

    def disconnect(self) -> None:
        self._sending.put_nowait({"type": "websocket.disconnect"})

    async def receive(self) -> Message:
        return await self._sending.get()

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._received.put_nowait(message.get("text") or "")


@asynccontextmanager
async def open_socket(cookie: str, auth: object) -> AsyncIterator[FakeSocket]:
    """Connect to the server with the Socket.IO payload `auth` until the `with` block ends."""
    fake_socket = FakeSocket(cookie)
    server = asyncio.create_task(
        ASGIApp(app.sio, socketio_path=ADDRESS)(
            fake_socket.scope, fake_socket.receive, fake_socket.send
        )
    )
    fake_socket.send_text(f"40{NAMESPACE},{json.dumps(auth)}")
    yield fake_socket
    fake_socket.disconnect()
    await server


def count_stored_entries() -> dict[str, int]:
    """Return the number of entries in each mapping that stores data for open sockets."""
    assert app.sio is not None
    manager, namespace = app.sio.manager, app.sio.namespace_handlers[NAMESPACE]
    return {
        "cookies": len(socket._tokens),
        "tabs": len(namespace.token_to_sid) + len(namespace.sid_to_token),
        "headers": len(namespace._static_router_data),
        "rooms": len(manager.rooms.get(NAMESPACE, {}).get(None, {})),
        "pending": len(manager.pending_connect.get(NAMESPACE, ())),
    }


@pytest.mark.parametrize("event", ["not an event", [], {"payload": 7}, "[" * 3_000])
async def test_a_socket_with_an_invalid_first_event_leaves_no_stored_data(
    event: object,
) -> None:
    before = count_stored_entries()
    async with open_socket(f"session={ids.new_token()}", {"event": event}) as fake_socket:
        assert await fake_socket.wait_for_message(f"44{NAMESPACE}")
    assert count_stored_entries() == before


async def test_a_cookie_is_stored_only_while_its_socket_is_open() -> None:
    before, token = count_stored_entries(), ids.new_token()
    async with open_socket(f"session={token}", {"nothing": 1}) as fake_socket:
        await fake_socket.wait_for_message(f"40{NAMESPACE}")
        assert token in socket._tokens.values()
    assert token not in socket._tokens.values()
    await asyncio.sleep(0)
    assert count_stored_entries() == before


async def test_a_too_long_cookie_is_not_stored() -> None:
    before = dict(socket._tokens)
    async with open_socket(f"session={'x' * 8_000}", {"nothing": 1}) as fake_socket:
        await fake_socket.wait_for_message(f"40{NAMESPACE}")
        assert socket._tokens == before
