"""The command `build`, which builds the front end for production."""

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from community import i18n
from community.cli.preconditions import ROOT, WEB

# Directories and files that the build depends on. `community` also contains the translations.
SOURCES = ("community", "assets", "reflex.lock", "rxconfig.py", ".npmrc", "requirements/run.txt")
# The packages and the build take 200 MB.
NEEDED_MEGABYTES = 300
STAMP_FILE = WEB / "build" / "sources.sha256"


def build(
    force: Annotated[bool, typer.Option("--force", help="Build even if nothing changed.")] = False,
) -> None:
    """Build the front end for production if its sources or the language have changed."""
    with _hold_build_lock():
        fingerprint = compute_fingerprint()
        if not force and STAMP_FILE.exists() and STAMP_FILE.read_text() == fingerprint:
            typer.echo("The front end is up to date.")
            return
        _check_folder()
        typer.echo("Building the front end …")
        _export_frontend()
        STAMP_FILE.write_text(fingerprint)


def _check_folder() -> None:
    """Check that the build can be written, so that it does not fail halfway."""
    from community.core.errors import ConfigurationError

    if not os.access(ROOT, os.W_OK):
        raise ConfigurationError(
            f"The front end cannot be built, because the folder {ROOT} cannot be written."
        )
    free = shutil.disk_usage(ROOT).free // 1_000_000
    if free < NEEDED_MEGABYTES:
        raise ConfigurationError(
            f"The front-end build needs {NEEDED_MEGABYTES} MB of free disk space in {ROOT}, where "
            f"{free} MB are free."
        )


def compute_fingerprint() -> str:
    """Return a hash of the active language and of the names and contents of all source files."""
    digest = hashlib.sha256(f"{i18n.active_language()}\0".encode())
    for file in _list_source_files():
        digest.update(f"{file.relative_to(ROOT)}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _list_source_files() -> Iterator[Path]:
    for source in SOURCES:
        path = ROOT / source
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in files if file.is_file() and "__pycache__" not in file.parts)


def _export_frontend() -> None:
    command = [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"]
    if code := subprocess.call(command, cwd=ROOT, env={**os.environ, "REFLEX_ENV_MODE": "prod"}):
        raise typer.Exit(code)


@contextmanager
def _hold_build_lock() -> Iterator[None]:
    """Lock the project folder during the `with` block, so that a second build waits."""
    directory = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(directory, fcntl.LOCK_EX)
        yield
    finally:
        os.close(directory)
