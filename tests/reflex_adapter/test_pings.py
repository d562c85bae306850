"""Contract tests for pings: engine.io's method that sends them, and the tasks that it starts.

They fail if a new version schedules pings in another way, and then keeps closed sockets in memory.
"""

import gc
from typing import Any
from weakref import ref

import pytest
from engineio import packet  # type: ignore[import-untyped]

from community.community import app
from tests.fake_socket import open_socket
from tests.page_client import NAMESPACE


def get_server() -> Any:
    assert app.sio is not None
    return app.sio.eio


async def test_the_server_sends_pings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(get_server(), "ping_interval", 0)
    async with open_socket("", {"nothing": 1}) as fake_socket:
        assert await fake_socket.wait_for_message(str(packet.PING))


async def test_a_closed_socket_is_released_before_its_next_ping() -> None:
    async with open_socket("", {"nothing": 1}) as fake_socket:
        await fake_socket.wait_for_message(f"40{NAMESPACE}")
        (socket,) = map(ref, get_server().sockets.values())
    gc.collect()
    assert socket() is None
