"""`community build` builds where something changed, and only there."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from community.cli import build
from community.cli.app import app


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A project with one source, whose build only counts itself."""
    (tmp_path / "community").mkdir()
    (tmp_path / "community" / "page.py").write_text("one")
    (tmp_path / ".web" / "build").mkdir(parents=True)
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "SOURCES", ("community",))
    monkeypatch.setattr(build, "STAMP", tmp_path / ".web" / "build" / "stamp")
    monkeypatch.setattr(build, "_export", lambda: _count(tmp_path))
    return tmp_path


def test_nothing_is_built_twice(project: Path) -> None:
    _build()
    _build()
    assert _builds(project) == 1


def test_a_changed_source_is_built(project: Path) -> None:
    _build()
    (project / "community" / "page.py").write_text("two")
    _build()
    assert _builds(project) == 2


def test_a_source_that_was_renamed_is_built(project: Path) -> None:
    _build()
    (project / "community" / "page.py").rename(project / "community" / "other.py")
    _build()
    assert _builds(project) == 2


def test_compiled_python_is_no_source(project: Path) -> None:
    _build()
    (project / "community" / "__pycache__").mkdir()
    (project / "community" / "__pycache__" / "page.pyc").write_bytes(b"\0")
    _build()
    assert _builds(project) == 1


def test_a_build_can_be_forced(project: Path) -> None:
    _build()
    _build("--force")
    assert _builds(project) == 2


def _build(*options: str) -> None:
    answer = CliRunner().invoke(app, ["build", *options])
    assert answer.exit_code == 0, answer.output


def _count(project: Path) -> None:
    with (project / "builds").open("a") as file:
        file.write(".")


def _builds(project: Path) -> int:
    return len((project / "builds").read_text())
