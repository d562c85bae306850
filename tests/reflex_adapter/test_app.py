"""Contract tests for settings of the app and for environment variables of the server process."""

import dataclasses

import reflex as rx
from reflex.compiler import utils as compiler
from reflex_base.config import Config
from reflex_base.environment import EnvironmentVariables

from community.community import app
from community.reflex_adapter.serving import SERVE_ENVIRONMENT
from community.reflex_adapter.state_lifetime import StateManagerMode


def test_reflex_shows_its_connection_message_under_the_name_that_the_app_replaces() -> None:
    [field] = [field for field in dataclasses.fields(rx.App) if field.name == "app_wraps"]
    assert callable(field.default_factory)
    assert (5, "Overlay") in field.default_factory()
    assert app.app_wraps[5, "Overlay"](True) is None


def test_the_document_contains_no_scroll_restoration() -> None:
    document = str(compiler.create_document_root())
    assert "jsx(Scripts" in document
    assert "ScrollRestoration" not in document


def test_the_configuration_accepts_the_state_managers() -> None:
    assert Config(app_name="x", state_manager_mode=StateManagerMode.MEMORY)
    assert StateManagerMode.REDIS in StateManagerMode


def test_reflex_reads_the_environment_variables_of_the_server_process() -> None:
    known = {
        variable.name
        for name in dir(EnvironmentVariables)
        if hasattr(variable := getattr(EnvironmentVariables, name), "name")
    }
    assert SERVE_ENVIRONMENT.keys() <= known
