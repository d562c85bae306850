"""Tests of the conditions that the command `serve` checks before it starts."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner

from community.cli.app import app
from community.cli.server import serve
from community.core.settings import settings


@pytest.fixture(autouse=True)
def _reset_settings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv("REDIS_URL", raising=False)
    # The command stores its options there.
    for name, value in (("HOST", "127.0.0.1"), ("PORT", "3000"), ("WEB_PROCESSES", "1")):
        monkeypatch.setenv(name, value)
    settings.cache_clear()
    yield
    settings.cache_clear()


def test_several_processes_without_redis_abort_startup_with_a_message() -> None:
    result = CliRunner().invoke(app, ["serve", "--workers", "2"])
    assert result.exit_code != 0
    assert "REDIS_URL" in result.output


def test_the_number_of_processes_can_come_from_the_env_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WEB_PROCESSES")
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("WEB_PROCESSES=2\n")
    result = CliRunner().invoke(app, ["serve"])
    assert result.exit_code != 0
    assert "REDIS_URL" in result.output


def test_a_missing_front_end_build_aborts_startup_with_a_message(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(serve, "STAMP_FILE", tmp_path / "missing")
    result = CliRunner().invoke(app, ["serve"])
    assert result.exit_code != 0
    assert "community build" in result.output


def test_a_port_in_use_is_reported_before_the_site_is_built() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        command = ["serve", "--host", "127.0.0.1", "--port", str(port), "--check-port"]
        result = CliRunner().invoke(app, command)
    assert result.exit_code != 0
    assert f"Port {port} is in use." in f"{result.output}{result.exception}"
