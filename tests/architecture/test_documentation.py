"""Tests that documents, comments and docstrings name what exists, and every setting."""

import re
from pathlib import Path

from community.core.settings import Settings
from tests.architecture.sources import ROOT, get_relative_path, list_python_files

# `discovery/ranking.py`: the end of a path below one of `SOURCES`.
PATH = re.compile(r"`([\w.-]+(?:/[\w.-]+)+\.(?:py|js|jsx))`")
SOURCES = ("alembic", "assets", "browser", "community", "scripts", "tests")
# The reports for other projects name the files of their examples.
EXEMPT = ROOT / "docs" / "upstream"
# A file that the build of Reflex creates.
CREATED = {"utils/react-theme.js"}
# Libraries read these environment variables.
VARIABLES_OF_LIBRARIES = {"PROMETHEUS_MULTIPROC_DIR"}


def list_existing_paths() -> list[str]:
    files = (file for source in SOURCES for file in (ROOT / source).rglob("*.*"))
    return [
        f"/{get_relative_path(file)}"
        for file in files
        if not {"node_modules", "__pycache__"}.intersection(file.parts)
    ]


def list_checked_files() -> list[Path]:
    documents = [*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]
    scripts = [file for suffix in ("js", "jsx") for file in (ROOT / "assets").rglob(f"*.{suffix}")]
    files = [*documents, *scripts, *list_python_files("community", "scripts", "tests")]
    return [file for file in files if not file.is_relative_to(EXEMPT)]


def test_named_files_exist() -> None:
    existing = "\n".join(list_existing_paths()) + "\n"
    missing = [
        f"{get_relative_path(file)}: {path}"
        for file in list_checked_files()
        for path in PATH.findall(file.read_text("utf-8"))
        if path not in CREATED and f"/{path}\n" not in existing
    ]
    assert not missing


def test_the_table_in_the_readme_lists_every_setting() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    first_cells = re.findall(r"^\| (`[^|]+) \|", readme, re.MULTILINE)
    documented = set(re.findall(r"`([A-Z0-9_]+)`", " ".join(first_cells)))
    settings = {name.upper() for name in Settings.model_fields}
    assert documented == settings | VARIABLES_OF_LIBRARIES
