"""Tests that the same-origin patches can be applied to the files of the installed Reflex."""

import re
from pathlib import Path

import pytest
import reflex_base
from reflex_base.compiler.templates import vite_config_template

from community.pages import list_pages
from community.reflex_adapter.build_plugins.same_origin import (
    BACKEND_PATHS,
    add_dev_proxy,
    patch_page_port,
)

TEMPLATES = Path(reflex_base.__file__).parent / ".templates" / "web"


def test_the_patched_client_connects_to_the_host_and_port_of_the_page() -> None:
    client = patch_page_port((TEMPLATES / "utils" / "state.js").read_text())
    assert "endpoint.hostname = frontend_hostname; endpoint.port = window.location.port;" in client
    assert 'endpoint.port = "";' not in client


def test_the_client_patch_is_idempotent() -> None:
    client = patch_page_port((TEMPLATES / "utils" / "state.js").read_text())
    assert patch_page_port(client) == client


def test_the_port_patch_raises_an_error_if_the_reflex_client_has_changed() -> None:
    with pytest.raises(ValueError, match="has changed"):
        patch_page_port("export const connect = () => {};")


def test_the_development_server_proxies_to_the_backend() -> None:
    config = add_dev_proxy(
        vite_config_template(
            "/", hmr=True, force_full_reload=False, experimental_hmr=False, sourcemap=False
        )
    )
    assert "proxy: {" in config
    assert add_dev_proxy(config) == config


def test_the_development_server_does_not_forward_any_page() -> None:
    routes = [page.route for page in list_pages()]
    assert [route for route in routes if re.match(rf"/({BACKEND_PATHS})(?=[/?.]|$)", route)] == []
