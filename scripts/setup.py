#!/usr/bin/env python3
"""Set up `.venv` from a lock file.

python3 scripts/setup.py run   installs the packages that the site needs
python3 scripts/setup.py dev   also installs the development packages of Python and of the browser
                               code, and the commit-msg hook

The script requires only Python 3.11 to 3.14 with its `venv` module. If the lock file and
pyproject.toml have not changed since the last run, it installs no packages and needs no network.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = (ROOT / ".venv").resolve()
PYTHON = VENV / "bin" / "python"
REQUIREMENTS = ROOT / "requirements"
BROWSER = ROOT / "browser"
OLDEST_PYTHON = (3, 11)
NEWEST_PYTHON = (3, 14)
# The development packages take 950 MB, and unpacking them takes some more.
NEEDED_MEGABYTES = 1_300
HOOK_MARKER = "# Installed by scripts/setup.py"


def main(kind: str) -> None:
    """Set up the environment for `kind`, which is "run" or "dev"."""
    install_packages(kind)
    if kind == "dev":
        install_browser_packages()
        install_commit_hook(ROOT)


def install_packages(kind: str) -> None:
    lock = REQUIREMENTS / f"{kind}.txt"
    current = compute_fingerprint(lock, ROOT / "pyproject.toml")
    # The development packages include the packages that the site needs.
    if current == read_installed_fingerprint(kind) or (
        kind == "run" and read_installed_fingerprint("dev") == compute_dev_fingerprint()
    ):
        return
    if not OLDEST_PYTHON <= sys.version_info[:2] <= NEWEST_PYTHON:
        sys.exit(f"Python 3.11 to 3.14 is required. {sys.executable} is {sys.version.split()[0]}.")
    check_folder()
    if not PYTHON.exists():
        log("Creating a virtual environment in .venv")
        run(sys.executable, "-m", "venv", "--clear", str(VENV))
    log(f"Installing the packages of requirements/{lock.name}")
    install_from_lock(lock)
    get_fingerprint_file(kind).write_text(current)


def check_folder() -> None:
    """Check that the packages can be written, so that the installation does not fail halfway."""
    folder = VENV if VENV.exists() else VENV.parent
    if not os.access(folder, os.W_OK):
        sys.exit(
            f"The packages cannot be installed, because the folder {folder} cannot be written."
        )
    free = shutil.disk_usage(folder).free // 1_000_000
    if free < NEEDED_MEGABYTES:
        sys.exit(
            f"The packages need {NEEDED_MEGABYTES} MB of free disk space in {folder}, where "
            f"{free} MB are free."
        )


def install_from_lock(lock: Path) -> None:
    """Install the packages with uv, or with pip if uv cannot be installed.

    uv needs seconds, and pip needs minutes.
    """
    pip = (str(PYTHON), "-m", "pip", "--quiet", "--disable-pip-version-check", "install")
    uv_lock = str(REQUIREMENTS / "uv.txt")
    if subprocess.call([*pip, "--require-hashes", "-r", uv_lock]) == 0:
        # Trust the certificates of the operating system, as pip does, because companies may use
        # their own certificates.
        os.environ.setdefault("UV_SYSTEM_CERTS", "true")
        uv = (str(PYTHON), "-m", "uv", "pip", "install", "--quiet", "--python", str(PYTHON))
        run(*uv, "--require-hashes", "-r", str(lock))
        run(*uv, "--no-deps", "--editable", str(ROOT))
    else:
        log("uv is not available. Installing with pip, which takes a few minutes")
        run(*pip, "--require-hashes", "-r", str(lock))
        run(*pip, "--no-deps", "--editable", str(ROOT))


def install_browser_packages() -> None:
    """Install the packages that check the browser code, with the npm of the environment."""
    lock = BROWSER / "package-lock.json"
    installed = BROWSER / "node_modules" / ".installed"
    current = compute_fingerprint(lock, BROWSER / "package.json")
    if installed.exists() and installed.read_text() == current:
        return
    log(f"Installing the packages of browser/{lock.name}")
    # npm runs the Node that it finds in PATH.
    os.environ["PATH"] = os.pathsep.join((str(PYTHON.parent), os.environ.get("PATH", "")))
    run(str(PYTHON.parent / "npm"), "ci", "--prefix", str(BROWSER), "--loglevel=error")
    installed.write_text(current)


def compute_fingerprint(*files: Path) -> str:
    # Include the path, because a virtual environment does not work after it has been moved.
    digest = hashlib.sha256(str(VENV).encode())
    for file in files:
        digest.update(file.read_bytes())
    return digest.hexdigest()


def compute_dev_fingerprint() -> str:
    return compute_fingerprint(REQUIREMENTS / "dev.txt", ROOT / "pyproject.toml")


def get_fingerprint_file(kind: str) -> Path:
    return VENV / f".installed-{kind}"


def read_installed_fingerprint(kind: str) -> str | None:
    """Return the fingerprint of the last installation, or None if nothing is installed."""
    file = get_fingerprint_file(kind)
    return file.read_text() if file.exists() and PYTHON.exists() else None


def install_commit_hook(root: Path) -> None:
    """Install a commit-msg hook that checks commit subjects.

    The function does not replace a hook that another program has installed.
    """
    if not (root / ".git").exists() or not shutil.which("git"):
        return
    found = subprocess.run(
        ["git", "rev-parse", "--git-common-dir"],
        cwd=root,
        capture_output=True,
        text=True,
        check=False,
    )
    if found.returncode:
        return
    hook = root / found.stdout.strip() / "hooks" / "commit-msg"
    if hook.exists() and HOOK_MARKER not in hook.read_text():
        log(f"Skipped: commit-msg hook ({hook} exists)")
        return
    hook.parent.mkdir(exist_ok=True)
    # All worktrees share this hook. It does nothing in worktrees without `.venv` or this script.
    hook.write_text(
        "#!/bin/sh\n"
        f"{HOOK_MARKER}\n"
        "root=$(git rev-parse --show-toplevel) || exit 0\n"
        '[ -x "$root/.venv/bin/python" ] && [ -f "$root/scripts/check_commits.py" ] || exit 0\n'
        'exec "$root/.venv/bin/python" "$root/scripts/check_commits.py" --message "$1"\n'
    )
    hook.chmod(0o755)


def run(*command: str) -> None:
    """Run a command. If it fails, exit with its exit code."""
    if code := subprocess.call(command):
        sys.exit(code)


def log(message: str) -> None:
    print(f"==> {message}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
