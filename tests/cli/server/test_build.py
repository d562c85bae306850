"""Tests that `community build` builds the front end only if sources or settings have changed."""

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from community import i18n
from community.cli.app import app
from community.cli.server import build


@pytest.fixture
def project(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Create a project with one source file and return the path of the project.

    The fixture replaces the front-end build with a function that counts its calls.
    """
    (tmp_path / "community").mkdir()
    (tmp_path / "community" / "page.py").write_text("one")
    (tmp_path / ".web" / "build").mkdir(parents=True)
    monkeypatch.setattr(build, "ROOT", tmp_path)
    monkeypatch.setattr(build, "SOURCES", ("community",))
    monkeypatch.setattr(build, "STAMP_FILE", tmp_path / ".web" / "build" / "stamp")
    monkeypatch.setattr(build, "_export_frontend", lambda: _increment_build_count(tmp_path))
    return tmp_path


def test_a_build_without_disk_space_does_not_start(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    usage = shutil.disk_usage(project)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: usage._replace(free=200_000_000))
    result = CliRunner().invoke(app, ["build"])
    assert "needs 300 MB of free disk space" in str(result.exception)
    assert not build.STAMP_FILE.exists()


def test_an_unchanged_project_is_not_rebuilt(project: Path) -> None:
    _run_build_command()
    _run_build_command()
    assert _read_build_count(project) == 1


def test_a_changed_source_file_triggers_a_rebuild(project: Path) -> None:
    _run_build_command()
    (project / "community" / "page.py").write_text("two")
    _run_build_command()
    assert _read_build_count(project) == 2


def test_a_renamed_source_file_triggers_a_rebuild(project: Path) -> None:
    _run_build_command()
    (project / "community" / "page.py").rename(project / "community" / "other.py")
    _run_build_command()
    assert _read_build_count(project) == 2


def test_a_change_of_the_site_language_triggers_a_rebuild(
    project: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _run_build_command()
    monkeypatch.setenv("SITE_LANGUAGE", "ru")
    # The build activates the other language, and `override` restores the current one.
    with i18n.override("en"):
        _run_build_command()
    assert _read_build_count(project) == 2


def test_a_changed_message_catalog_triggers_a_rebuild(project: Path) -> None:
    catalog = project / "community" / "messages.po"
    catalog.write_text('msgid "Reply"\nmsgstr ""\n')
    _run_build_command()
    catalog.write_text('msgid "Reply"\nmsgstr "Ответить"\n')
    _run_build_command()
    assert _read_build_count(project) == 2


def test_the_build_fails_for_an_unknown_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_LANGUAGE", "de")
    result = CliRunner().invoke(app, ["build"])
    assert (result.exit_code, result.output) == (1, "SITE_LANGUAGE must be en or ru\n")


def test_compiled_python_files_do_not_trigger_a_rebuild(project: Path) -> None:
    _run_build_command()
    (project / "community" / "__pycache__").mkdir()
    (project / "community" / "__pycache__" / "page.pyc").write_bytes(b"\0")
    _run_build_command()
    assert _read_build_count(project) == 1


def test_the_force_option_rebuilds_an_unchanged_project(project: Path) -> None:
    _run_build_command()
    _run_build_command("--force")
    assert _read_build_count(project) == 2


def _run_build_command(*options: str) -> None:
    result = CliRunner().invoke(app, ["build", *options])
    assert result.exit_code == 0, result.output


def _increment_build_count(project: Path) -> None:
    with (project / "builds").open("a") as file:
        file.write(".")


def _read_build_count(project: Path) -> int:
    return len((project / "builds").read_text())
