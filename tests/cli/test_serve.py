"""`community serve` starts what can work, and says what is missing."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from community.cli import serve
from community.cli.app import app
from community.core.settings import settings


@pytest.fixture(autouse=True)
def _own_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    monkeypatch.setenv("WEB_PROCESSES", "1")
    settings.cache_clear()


def test_several_processes_without_redis_are_refused_with_a_sentence() -> None:
    answer = CliRunner().invoke(app, ["serve", "--workers", "2"])
    assert answer.exit_code != 0
    assert "REDIS_URL" in answer.output


def test_the_number_of_processes_may_stand_in_the_file_of_settings(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("WEB_PROCESSES")
    monkeypatch.chdir(tmp_path)
    Path(".env").write_text("WEB_PROCESSES=2\n")
    answer = CliRunner().invoke(app, ["serve"])
    assert answer.exit_code != 0
    assert "REDIS_URL" in answer.output


def test_a_site_without_a_build_is_refused_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(serve, "STAMP", tmp_path / "missing")
    answer = CliRunner().invoke(app, ["serve"])
    assert answer.exit_code != 0
    assert "community build" in answer.output
