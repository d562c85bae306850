"""Tests that the push patch can be applied to the JavaScript of the installed Reflex.

They fail if Reflex creates its socket or registers the handlers of its socket in another way.
"""

from pathlib import Path

import pytest
import reflex_base

from community.reflex_adapter.build_plugins.pushes import (
    IMPORT_PUSHES,
    REGISTER_PUSH_HANDLER,
    patch_push_handler,
)

CLIENT = Path(reflex_base.__file__).parent / ".templates" / "web" / "utils" / "state.js"


def test_the_patched_client_passes_pushes_to_the_script_in_assets() -> None:
    client = patch_push_handler(CLIENT.read_text())
    assert client.count(IMPORT_PUSHES) == 1
    script = Path("assets", IMPORT_PUSHES.partition("$/public/")[2].partition('"')[0])
    assert "export function receivePush(" in script.read_text()


def test_the_handler_is_registered_on_every_socket_before_the_socket_connects() -> None:
    client = patch_push_handler(CLIENT.read_text())
    created = client.index("socket.current =\n    warmSocket ?? createSocket(")
    registered = client.index(REGISTER_PUSH_HANDLER)
    connected = client.index("  socket.current.connect();\n};")
    assert created < registered < connected
    assert client.count("createSocket(endpoint") == 1


def test_a_reconnection_uses_the_same_socket() -> None:
    client = CLIENT.read_text()
    reconnect = client.partition("socket.current.reconnect = () => {")[2].partition("\n  };\n")[0]
    assert "socket.current.connect();" in reconnect
    assert client.count("socket.current.off();") == 1, "only an unmounted page drops its handlers"


def test_the_push_patch_is_idempotent() -> None:
    client = patch_push_handler(CLIENT.read_text())
    assert patch_push_handler(client) == client


def test_the_push_patch_raises_an_error_if_the_reflex_client_has_changed() -> None:
    with pytest.raises(ValueError, match="has changed"):
        patch_push_handler("export const connect = () => {};")
