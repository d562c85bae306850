"""Check that the locked packages can be installed with each supported version of Python.

uv resolves `requirements/run.txt` for each version, downloads no packages, and accepts only wheels.
Without a connection to the package index, the check is skipped, except in CI.
"""

import os
import re
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements" / "run.txt"
OPTIONS = ("--quiet", "--dry-run", "--only-binary", ":all:", "--require-hashes", "--no-deps")
# Messages if the index cannot be reached, or if `scripts/setup.py` could not install uv.
OFFLINE = (
    "No module named uv",
    "Failed to fetch",
    "error sending request",
    "dns error",
    "Network connectivity",
)


def main() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    oldest, end = map(int, re.findall(r"3\.(\d+)", project["requires-python"]))
    for version in (f"3.{minor}" for minor in range(oldest, end)):
        if problem := find_problem(version):
            if any(text in problem for text in OFFLINE) and not os.environ.get("CI"):
                print("Skipped: uv or the package index is not available.")
                return
            sys.exit(f"The packages cannot be installed with Python {version}:\n{problem}")


def find_problem(version: str) -> str:
    """Return the output of uv if the packages cannot be installed, or an empty string."""
    with tempfile.TemporaryDirectory() as target:
        arguments = ("--python-version", version, "--target", target, "-r", str(LOCK))
        process = subprocess.run(
            [sys.executable, "-m", "uv", "pip", "install", *OPTIONS, *arguments],
            capture_output=True,
            text=True,
            check=False,
        )
    return process.stderr if process.returncode else ""


if __name__ == "__main__":
    main()
