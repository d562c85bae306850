"""Tests that a wrong configuration ends each command with one message, and no traceback."""

import logging
import os
import secrets
import stat
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from community.cli.app import app
from community.cli.server import serve
from community.core import data_directory
from community.core.db import sessions as database
from community.core.errors import ConfigurationError
from community.core.settings import MIN_KEY_LENGTH, Settings, load_settings, settings
from tests import databases

SECRET = "hunter2"
COMMANDS = (["serve"], ["worker"], ["migrate"], ["demo"], ["admin:grant", "alice"])


@pytest.fixture(autouse=True)
def _clean_settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    monkeypatch.setenv("ENVIRONMENT", "test")
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))
    (stamp := tmp_path / "stamp").touch()
    monkeypatch.setattr(serve, "STAMP_FILE", stamp)
    monkeypatch.setattr(serve, "_run_server", lambda: pytest.fail("The server has started."))
    settings.cache_clear()
    database.engine.cache_clear()
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    yield
    root.handlers, root.level = handlers, level
    settings.cache_clear()


def run(command: list[str]) -> Result:
    settings.cache_clear()
    return CliRunner().invoke(app, command)


def assert_one_message(result: Result, text: str) -> None:
    assert result.exit_code != 0
    assert text in result.output
    assert len(result.output.strip().splitlines()) == 1
    assert "Traceback" not in result.output
    assert SECRET not in result.output


INVALID_SETTINGS = [
    ("PORT", SECRET, "PORT"),
    ("SITE_LANGUAGE", SECRET, "SITE_LANGUAGE"),
    ("PUBLIC_URL", f"example.org/{SECRET}", "PUBLIC_URL"),
    ("DATABASE_URL", f"mysql://me:{SECRET}@localhost/x", "DATABASE_URL"),
    ("DATABASE_URL", f"postgresql://me:{SECRET}@localhost:port/x", "DATABASE_URL"),
    ("REDIS_URL", f"http://:{SECRET}@localhost", "REDIS_URL"),
    ("REDIS_URL", f"redis://localhost/{SECRET}", "REDIS_URL"),
    ("S3_BUCKET", SECRET, "S3_BUCKET needs S3_ACCESS_KEY and S3_SECRET_KEY"),
    ("S3_ENDPOINT", f"localhost/{SECRET}", "S3_ENDPOINT"),
    ("SECRET_KEY", SECRET, "SECRET_KEY"),
]


@pytest.mark.parametrize("command", [*COMMANDS, ["build"]], ids=" ".join)
@pytest.mark.parametrize(("name", "value", "message"), INVALID_SETTINGS)
def test_an_invalid_setting_ends_every_command(
    monkeypatch: pytest.MonkeyPatch, command: list[str], name: str, value: str, message: str
) -> None:
    monkeypatch.setenv(name, value)
    assert_one_message(run(command), message)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_data_dir_that_is_a_file_ends_every_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: list[str]
) -> None:
    (file := tmp_path / "file").touch()
    monkeypatch.setenv("DATA_DIR", str(file))
    assert_one_message(run(command), "DATA_DIR")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_data_dir_that_cannot_be_written_ends_every_command(
    monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setenv("DATA_DIR", "/proc/self/community")
    assert_one_message(run(command), "DATA_DIR")


@pytest.mark.parametrize("command", [c for c in COMMANDS if c != ["migrate"]], ids=" ".join)
def test_a_database_without_migrations_ends_every_command(command: list[str]) -> None:
    assert_one_message(run(command), "community migrate")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_an_unreachable_database_ends_every_command(
    monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://me:{SECRET}@127.0.0.1:1/community")
    assert_one_message(run(command), "DATABASE_URL")


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_file_that_is_no_database_ends_every_command(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, command: list[str]
) -> None:
    (file := tmp_path / "notes.txt").write_text(SECRET * 1_000)
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{file}")
    assert_one_message(run(command), "DATABASE_URL")


def test_an_unknown_revision_ends_the_migration(tmp_path: Path) -> None:
    assert_one_message(run(["migrate", "unknown"]), "unknown")


def test_an_unreadable_env_file_is_reported(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(".env").write_bytes(b"SITE_NAME=\xff")
    with pytest.raises(ConfigurationError, match=r"\.env cannot be read"):
        load_settings()


def get_mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_may_read_the_data(tmp_path: Path) -> None:
    data_dir = tmp_path / "data"
    migrated = run(["migrate"])
    assert migrated.exit_code == 0
    assert migrated.stdout.startswith("Migrated the database to revision ")
    assert run(["migrate"]).stdout == "The database is up to date.\n"
    assert get_mode(data_dir) == 0o700
    assert get_mode(data_dir / "community.db") == 0o600
    assert get_mode(data_dir / "secret_key") == 0o600


def test_the_permissions_of_existing_data_are_corrected(tmp_path: Path) -> None:
    names = ("community.db", "community.db-wal", "community.db-shm", "secret_key", "jobs.db")
    for name in names:
        (tmp_path / name).write_text("x")
        (tmp_path / name).chmod(0o644)
    tmp_path.chmod(0o755)
    data_directory.prepare(tmp_path, tmp_path / "community.db")
    assert get_mode(tmp_path) == 0o700
    assert [get_mode(tmp_path / name) for name in names] == [0o600] * len(names)


def test_the_secret_key_is_created_once(tmp_path: Path) -> None:
    (folder := tmp_path / "keys").mkdir()
    file = folder / "secret_key"
    key = data_directory.load_or_create_key(file, MIN_KEY_LENGTH)
    assert data_directory.load_or_create_key(file, MIN_KEY_LENGTH) == key
    assert len(key) == 64
    assert get_mode(file) == 0o600
    assert list(folder.iterdir()) == [file]


@pytest.mark.parametrize("content", ["", "short", "\n" * 100, "é" * 100])
def test_a_damaged_secret_key_is_refused(tmp_path: Path, content: str) -> None:
    (file := tmp_path / "secret_key").write_text(content, encoding="utf-8")
    with pytest.raises(ConfigurationError, match="secret key"):
        data_directory.load_or_create_key(file, MIN_KEY_LENGTH)
    assert file.read_text(encoding="utf-8") == content


def test_a_full_disk_leaves_no_secret_key(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (folder := tmp_path / "keys").mkdir()
    monkeypatch.setattr(secrets, "token_urlsafe", fail_like_a_full_disk)
    with pytest.raises(ConfigurationError, match="No space left"):
        data_directory.load_or_create_key(folder / "secret_key", MIN_KEY_LENGTH)
    assert list(folder.iterdir()) == []


def fail_like_a_full_disk(_: int) -> str:
    raise OSError(28, os.strerror(28))


def test_a_migrated_database_passes_the_checks(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    databases.migrate(f"sqlite+aiosqlite:///{tmp_path / 'x.db'}")
    monkeypatch.setenv("DATABASE_URL", f"sqlite:///{tmp_path / 'x.db'}")
    monkeypatch.setattr(serve, "_run_server", lambda: None)
    assert run(["serve"]).exit_code == 0


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [("SITE_NAME", "Community", "not migrated"), ("PORT", SECRET, "PORT")],
)
def test_reflex_run_ends_with_one_message(
    tmp_path: Path, name: str, value: str, message: str
) -> None:
    result = subprocess.run(
        [sys.executable, "-m", "reflex", "run"],
        env={**os.environ, "DATA_DIR": str(tmp_path), name: value},
        capture_output=True,
        text=True,
        timeout=200,
        check=False,
    )
    assert result.returncode != 0
    assert message in result.stderr
    assert len(result.stderr.strip().splitlines()) == 1
    assert SECRET not in result.stdout + result.stderr


def test_the_version_needs_no_valid_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SITE_LANGUAGE", "xx")
    result = CliRunner().invoke(app, ["--version"])
    assert (result.exit_code, result.stdout) == (0, f"{version('community')}\n")
