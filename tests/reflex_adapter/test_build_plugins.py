"""Tests that the build plugins can patch the JavaScript of the installed Reflex."""

import inspect
from pathlib import Path

import pytest
import reflex_base
from reflex.utils.misc import preload_color_theme

from community.reflex_adapter.build_plugins.reconnect import (
    RECONNECT_WITH_FULL_STATE,
    patch_reconnect,
)
from community.reflex_adapter.build_plugins.theme import (
    EXPORT_OWN_MODULE,
    EXPORTS,
    replace_theme_provider,
)

CLIENT = Path(reflex_base.__file__).parent / ".templates" / "web" / "utils" / "state.js"
WEB = Path(reflex_base.__file__).parent / ".templates" / "web"
PROVIDER = Path("assets/ui/theme_provider.js")


def test_the_patched_client_keeps_its_state_on_reconnect() -> None:
    client = patch_reconnect(CLIENT.read_text())
    assert RECONNECT_WITH_FULL_STATE not in client
    assert patch_reconnect(client) == client


def test_the_reconnect_patch_raises_an_error_if_the_reflex_client_has_changed() -> None:
    with pytest.raises(ValueError, match="has changed"):
        patch_reconnect("export const connect = () => {};")


def test_the_own_module_exports_the_same_names() -> None:
    assert replace_theme_provider((WEB / "utils" / "react-theme.js").read_text()) == (
        EXPORT_OWN_MODULE
    )
    assert all(export in PROVIDER.read_text() for export in EXPORTS)
    assert "export const ColorModeContext" in (WEB / "utils" / "context-registry.js").read_text()


def test_the_replacement_is_idempotent() -> None:
    assert replace_theme_provider(EXPORT_OWN_MODULE) == EXPORT_OWN_MODULE


def test_the_replacement_raises_an_error_if_reflex_has_changed() -> None:
    with pytest.raises(ValueError, match="has changed"):
        replace_theme_provider("export function ThemeProvider() {}")


def test_the_script_of_reflex_reads_the_same_key() -> None:
    assert 'localStorage.getItem("theme")' in inspect.getsource(preload_color_theme)
    assert 'const STORAGE_KEY = "theme";' in PROVIDER.read_text()
