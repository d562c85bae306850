"""Contract tests for the socket: private attributes of Reflex's namespace and of engine.io.

They fail if a new version stores the sockets, tabs, handshake headers or queued messages elsewhere,
encodes Socket.IO packets in another way, or schedules pings so that closed sockets stay in memory.
"""

import asyncio
import gc
import json
from typing import Any
from weakref import ref

import pytest
from engineio import packet  # type: ignore[import-untyped]

from community.community import app
from community.reflex_adapter.socket import GuardedNamespace, get_guarded_namespace, get_socket_ids
from tests.fake_socket import CLOSED, FakeSocket, open_socket
from tests.page_client import NAMESPACE

PREFIX = f"42{NAMESPACE},"


def get_namespace() -> GuardedNamespace:
    return get_guarded_namespace(app)


async def connect(fake_socket: FakeSocket) -> None:
    await fake_socket.wait_for_message(f"40{NAMESPACE}")


async def read_event(fake_socket: FakeSocket) -> Any:
    return json.loads((await fake_socket.wait_for_message(PREFIX)).removeprefix(PREFIX))


async def test_the_installed_namespace_handles_the_events_of_the_app() -> None:
    assert isinstance(app.event_namespace, GuardedNamespace)
    assert app.sio is not None
    assert app.sio.namespace_handlers[NAMESPACE] is app.event_namespace


async def test_one_event_is_written_directly_to_each_connected_tab() -> None:
    async with open_socket("", {"nothing": 1}) as first, open_socket("", {"nothing": 1}) as second:
        await connect(first)
        await connect(second)
        tabs = [first.token, second.token, "not connected"]
        await get_namespace().emit_to_tabs("push", '{"type": "x", "data": [1, "é"]}', tabs)
        for fake_socket in (first, second):
            assert await read_event(fake_socket) == ["push", {"type": "x", "data": [1, "é"]}]
            assert fake_socket.direct_writes == 1


async def test_the_credentials_in_the_handshake_do_not_reach_the_state() -> None:
    async with open_socket("session=secret", {"nothing": 1}) as fake_socket:
        await connect(fake_socket)
        namespace = get_namespace()
        data = namespace._static_router_data[namespace.token_to_sid[fake_socket.token]]
        assert data["headers"]["host"] == "localhost"
        assert "secret" not in str(data)


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "https://localhost", "http://localhost:8080"]
)
async def test_a_page_of_another_origin_cannot_open_a_socket(origin: str) -> None:
    async with open_socket("", {"nothing": 1}, origin=origin) as fake_socket:
        await fake_socket.wait_for_message(CLOSED)
        assert fake_socket.token not in get_socket_ids(app)


async def test_a_connected_tab_is_listed_until_its_socket_closes() -> None:
    async with open_socket("", {"nothing": 1}) as fake_socket:
        await connect(fake_socket)
        assert fake_socket.token in get_socket_ids(app)
    await asyncio.sleep(0)
    assert fake_socket.token not in get_socket_ids(app)


@pytest.mark.parametrize("steps", range(6))
async def test_an_event_does_not_overtake_a_message_that_engineio_is_still_sending(
    steps: int,
) -> None:
    async with open_socket("", {"nothing": 1}) as fake_socket:
        await connect(fake_socket)
        namespace = get_namespace()
        await namespace.emit("first", 1, to=namespace.token_to_sid[fake_socket.token])
        for _ in range(steps):
            await asyncio.sleep(0)
        await namespace.emit_to_tabs("second", "2", [fake_socket.token])
        assert await read_event(fake_socket) == ["first", 1]
        assert await read_event(fake_socket) == ["second", 2]


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
