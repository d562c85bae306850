#!/usr/bin/env python3
"""Set up `.venv` from a lock file: `python3 scripts/setup.py run` or `... dev`.

Needs nothing but Python 3.11 and its `venv`. Done again only when the lock file or pyproject.toml
changed; nothing is asked of the network then.
"""

import hashlib
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = (ROOT / ".venv").resolve()
PYTHON = VENV / "bin" / "python"
REQUIREMENTS = ROOT / "requirements"
NEEDED = (3, 11)


def main(kind: str) -> None:
    """Install the lock file of this kind, unless its stamp says that it is in place."""
    lock = REQUIREMENTS / f"{kind}.txt"
    wanted = fingerprint(lock, ROOT / "pyproject.toml")
    # The packages for development contain those for running.
    if wanted == stamp_of(kind) or (kind == "run" and stamp_of("dev") == dev_fingerprint()):
        return
    if sys.version_info[:2] != NEEDED:
        sys.exit(f"Python 3.11 is needed, and this is {sys.version.split()[0]} ({sys.executable}).")
    if not PYTHON.exists():
        say("Making a virtual environment in .venv")
        run(sys.executable, "-m", "venv", "--clear", str(VENV))
    say(f"Installing the packages of requirements/{lock.name}")
    install(lock)
    stamp_file(kind).write_text(wanted)


def install(lock: Path) -> None:
    """Install with uv, which takes seconds; with pip where uv cannot be had."""
    pip = (str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    uv_lock = str(REQUIREMENTS / "uv.txt")
    if subprocess.call([*pip, "--require-hashes", "-r", uv_lock]) == 0:
        # The certificates of the system, as pip has them: a company may have its own.
        os.environ.setdefault("UV_SYSTEM_CERTS", "true")
        uv = (str(PYTHON), "-m", "uv", "pip", "install", "--quiet", "--python", str(PYTHON))
        run(*uv, "--require-hashes", "-r", str(lock))
        run(*uv, "--no-deps", "--editable", str(ROOT))
    else:
        say("uv is not to be had here: going on with pip, which takes some minutes")
        run(*pip, "--require-hashes", "-r", str(lock))
        run(*pip, "--no-deps", "--editable", str(ROOT))


def fingerprint(*files: Path) -> str:
    """A hash of what the files say."""
    digest = hashlib.sha256(str(VENV).encode())  # a moved environment has wrong paths in it
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def dev_fingerprint() -> str:
    return fingerprint(REQUIREMENTS / "dev.txt", ROOT / "pyproject.toml")


def stamp_file(kind: str) -> Path:
    return VENV / f".installed-{kind}"


def stamp_of(kind: str) -> str | None:
    """What was installed last, or None."""
    file = stamp_file(kind)
    return file.read_text() if file.exists() and PYTHON.exists() else None


def run(*command: str) -> None:
    """Run a command; stop with its exit code where it fails."""
    if code := subprocess.call(command):
        sys.exit(code)


def say(sentence: str) -> None:
    print(f"==> {sentence}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
