"""Tests that the reconnect patch can be applied to the JavaScript of the installed Reflex."""

from pathlib import Path

import pytest
import reflex_base

from community.reflex_adapter.build_plugins.reconnect import (
    RECONNECT_WITH_FULL_STATE,
    patch_reconnect,
)

CLIENT = Path(reflex_base.__file__).parent / ".templates" / "web" / "utils" / "state.js"


def test_the_patched_client_keeps_its_state_on_reconnect() -> None:
    client = patch_reconnect(CLIENT.read_text())
    assert RECONNECT_WITH_FULL_STATE not in client
    assert patch_reconnect(client) == client


def test_the_reconnect_patch_raises_an_error_if_the_reflex_client_has_changed() -> None:
    with pytest.raises(ValueError, match="has changed"):
        patch_reconnect("export const connect = () => {};")
