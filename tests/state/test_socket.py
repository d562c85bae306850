"""Tests that the server removes the data of a WebSocket when the WebSocket closes."""

import asyncio

import pytest

from community.community import app
from community.core import ids
from community.state.runtime import request_context
from tests.fake_socket import open_socket
from tests.page_client import NAMESPACE


def count_stored_entries() -> dict[str, int]:
    """Return the number of entries in each mapping that stores data for open sockets."""
    assert app.sio is not None
    manager, namespace = app.sio.manager, app.sio.namespace_handlers[NAMESPACE]
    return {
        "cookies": len(request_context._session_tokens) + len(request_context._pending_identities),
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
        assert token in request_context._session_tokens.values()
    assert token not in request_context._session_tokens.values()
    await asyncio.sleep(0)
    assert count_stored_entries() == before


async def test_a_pending_identity_is_stored_only_while_its_socket_is_open() -> None:
    before = count_stored_entries()
    async with open_socket("pending_identity=abc", {"nothing": 1}) as fake_socket:
        await fake_socket.wait_for_message(f"40{NAMESPACE}")
        assert "abc" in request_context._pending_identities.values()
    await asyncio.sleep(0)
    assert count_stored_entries() == before


async def test_a_too_long_cookie_is_not_stored() -> None:
    before = dict(request_context._session_tokens)
    async with open_socket(f"session={'x' * 8_000}", {"nothing": 1}) as fake_socket:
        await fake_socket.wait_for_message(f"40{NAMESPACE}")
        assert request_context._session_tokens == before
