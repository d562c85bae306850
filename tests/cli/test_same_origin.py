"""What is changed in the front end that Reflex writes, and that a new Reflex is noticed."""

from pathlib import Path

import pytest
import reflex_base

from community.cli.same_origin import pass_on_to_backend, take_port_of_page

TEMPLATES = Path(reflex_base.__file__).parent / ".templates" / "web"


def test_the_client_takes_host_and_port_of_the_page() -> None:
    client = take_port_of_page((TEMPLATES / "utils" / "state.js").read_text())
    assert "endpoint.hostname = frontend_hostname; endpoint.port = window.location.port;" in client
    assert 'endpoint.port = "";' not in client


def test_a_client_is_changed_once() -> None:
    client = take_port_of_page((TEMPLATES / "utils" / "state.js").read_text())
    assert take_port_of_page(client) == client


def test_a_client_of_another_reflex_is_noticed() -> None:
    with pytest.raises(ValueError, match="another way"):
        take_port_of_page("export const connect = () => {};")


def test_the_development_server_passes_on_what_is_not_its_own() -> None:
    config = pass_on_to_backend("export default {\n  server: {\n    port: 1,\n  },\n};")
    assert "proxy: {" in config
    assert pass_on_to_backend(config) == config
