"""Contract tests: Reflex stores the State of each browser tab until the application releases it."""

import asyncio
from collections.abc import Mapping
from typing import Any

import pytest
import reflex as rx
from reflex.istate.manager.memory import StateManagerMemory
from reflex.istate.manager.token import BaseStateToken

from community.community import app
from community.reflex_adapter import state_release
from community.reflex_adapter.socket import get_guarded_namespace
from tests.fake_socket import FakeSocket, open_socket
from tests.page_client import NAMESPACE


def get_states() -> Mapping[str, Any]:
    manager = app.state_manager
    assert isinstance(manager, StateManagerMemory)
    return manager.states


async def connect(fake_socket: FakeSocket) -> None:
    await fake_socket.wait_for_message(f"40{NAMESPACE}")


async def create_state(tab_token: str) -> None:
    token = BaseStateToken(ident=tab_token, cls=rx.State)
    async with app.state_manager.modify_state(token):
        pass


def is_connected(tab_token: str) -> bool:
    return get_guarded_namespace(app).is_connected(tab_token)


async def wait_until_released(tab_token: str) -> None:
    for _ in range(1000):
        if tab_token not in get_states():
            return
        await asyncio.sleep(0)
    raise TimeoutError(tab_token)


async def test_the_state_of_a_tab_is_released_after_it_has_disconnected(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(state_release, "RELEASE_AFTER_SECONDS", 0.0)
    async with open_socket("", {"nothing": 1}) as leaving, open_socket("", {"nothing": 1}) as other:
        await connect(leaving)
        await connect(other)
        await create_state(leaving.token)
        await create_state(other.token)
        state_release.release_later(app, other.token, is_connected)
        leaving.disconnect()
        await wait_until_released(leaving.token)
        assert other.token in get_states()


async def test_the_state_of_a_tab_is_kept_while_its_event_is_handled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(state_release, "RELEASE_AFTER_SECONDS", 0.0)
    token = BaseStateToken(ident="a closed tab", cls=rx.State)
    async with app.state_manager.modify_state(token) as state:
        state_release.release_later(app, "a closed tab", is_connected)
        for _ in range(5):
            await asyncio.sleep(0)
        assert get_states()["a closed tab"] is state
    await wait_until_released("a closed tab")
