"""Tests of the commands `settings get`, `set`, `export` and `import`."""

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from community.cli.app import app


@pytest.fixture(autouse=True)
def empty_site(site: Path) -> None:
    """Use an empty site."""


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, ["settings", *arguments])


def get(code: str) -> str:
    return run("get", code).stdout.strip()


def test_a_setting_is_shown_and_changed() -> None:
    assert get("content.comment_edit_minutes") == "content.comment_edit_minutes = 15"
    result = run("set", "content.comment_edit_minutes", "30")
    assert (result.exit_code, result.stdout) == (0, "Changed content.comment_edit_minutes\n")
    assert get("content.comment_edit_minutes") == "content.comment_edit_minutes = 30"
    assert run("set", "general.site_name", "2026").exit_code == 0
    assert get("general.site_name") == 'general.site_name = "2026"'


def test_a_dry_run_changes_nothing() -> None:
    result = run("set", "content.comment_edit_minutes", "30", "--dry-run", "--json")
    assert json.loads(result.stdout) == {
        "changed": {"content": ["comment_edit_minutes"]},
        "dry_run": True,
    }
    assert get("content.comment_edit_minutes") == "content.comment_edit_minutes = 15"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("get", "content.unknown"), "There is no setting"),
        (("set", "content.comment_edit_minutes", "-1"), "This must be at least 0."),
        (("set", "content.unknown", "1"), "Unknown field."),
        (("set", "unknown.x", "1"), "Unknown section."),
        (("import", "missing.json"), "cannot be read"),
    ],
)
def test_errors_are_explained(arguments: tuple[str, ...], message: str) -> None:
    result = run(*arguments) if "-1" not in arguments else run(*arguments[:2], "--", "-1")
    assert result.exit_code == 1
    assert message in result.stderr


def test_settings_are_exported_and_imported(tmp_path: Path) -> None:
    file = tmp_path / "settings.json"
    run("set", "content.max_comment_links", "3")
    assert run("export", str(file)).exit_code == 0
    assert file.stat().st_mode & 0o077 == 0
    run("set", "content.max_comment_links", "9")
    assert run("import", str(file)).stdout == "Changed content.max_comment_links\n"
    assert get("content.max_comment_links") == "content.max_comment_links = 3"
