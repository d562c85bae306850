"""What is kept beside a live socket goes with it, however it ends."""

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
from tests.open_page import NAMESPACE

ADDRESS = "/_rx/_event/"


class Wire:
    """A browser's end of a socket, without a network between."""

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
        self._heard: asyncio.Queue[str] = asyncio.Queue()
        self._sending.put_nowait({"type": "websocket.connect"})

    def say(self, text: str) -> None:
        self._sending.put_nowait({"type": "websocket.receive", "text": text})

    async def hear(self, beginning: str) -> str:
        """The next message that begins like this."""
        async with asyncio.timeout(5):
            while not (message := await self._heard.get()).startswith(beginning):
                pass
            return message

    def hang_up(self) -> None:
        self._sending.put_nowait({"type": "websocket.disconnect"})

    async def receive(self) -> Message:
        return await self._sending.get()

    async def send(self, message: Message) -> None:
        if message["type"] == "websocket.send":
            self._heard.put_nowait(message.get("text") or "")


@asynccontextmanager
async def opened(cookie: str, auth: object) -> AsyncIterator[Wire]:
    """A socket that asks to be let in with `auth`; it hangs up at the end of the block."""
    wire = Wire(cookie)
    server = asyncio.create_task(
        ASGIApp(app.sio, socketio_path=ADDRESS)(wire.scope, wire.receive, wire.send)
    )
    wire.say(f"40{NAMESPACE},{json.dumps(auth)}")
    yield wire
    wire.hang_up()
    await server


def kept() -> dict[str, int]:
    """How much is known of sockets, place by place."""
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
async def test_a_socket_whose_first_event_cannot_be_read_leaves_nothing_behind(
    event: object,
) -> None:
    before = kept()
    async with opened(f"session={ids.new_token()}", {"event": event}) as wire:
        assert await wire.hear(f"44{NAMESPACE}")
    assert kept() == before


async def test_a_cookie_is_kept_as_long_as_its_socket() -> None:
    before, token = kept(), ids.new_token()
    async with opened(f"session={token}", {"nothing": 1}) as wire:
        await wire.hear(f"40{NAMESPACE}")
        assert token in socket._tokens.values()
    assert token not in socket._tokens.values()
    await asyncio.sleep(0)
    assert kept() == before


async def test_what_is_too_long_for_a_session_is_not_kept_at_all() -> None:
    before = dict(socket._tokens)
    async with opened(f"session={'x' * 8_000}", {"nothing": 1}) as wire:
        await wire.hear(f"40{NAMESPACE}")
        assert socket._tokens == before
