"""Build the front end for production, where anything that it is made of has changed."""

import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from community.cli.paths import ROOT, WEB

# Folders and files that the build is made of.
SOURCES = ("community", "assets", "reflex.lock", "rxconfig.py", ".npmrc", "requirements/run.txt")
STAMP = WEB / "build" / "sources.sha256"


def build(
    force: Annotated[bool, typer.Option("--force", help="Build even if nothing changed.")] = False,
) -> None:
    """Build the front end for production, where anything that it is made of has changed."""
    with _alone():
        sources = fingerprint()
        if not force and STAMP.exists() and STAMP.read_text() == sources:
            typer.echo("The front end is up to date.")
            return
        typer.echo("Building the front end …")
        _export()
        STAMP.write_text(sources)


def fingerprint() -> str:
    """A hash of every file that the front end is made of, and of their names."""
    digest = hashlib.sha256()
    for file in _sources():
        digest.update(f"{file.relative_to(ROOT)}\0{file.stat().st_size}\0".encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for source in SOURCES:
        path = ROOT / source
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        yield from (file for file in files if file.is_file() and "__pycache__" not in file.parts)


def _export() -> None:
    command = [sys.executable, "-m", "reflex", "export", "--frontend-only", "--no-zip"]
    if code := subprocess.call(command, cwd=ROOT, env={**os.environ, "REFLEX_ENV_MODE": "prod"}):
        raise typer.Exit(code)


@contextmanager
def _alone() -> Iterator[None]:
    """Hold the lock of the build: whoever comes second waits, and then finds it done."""
    folder = os.open(ROOT, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        yield
    finally:
        os.close(folder)
