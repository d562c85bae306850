"""Build the front end for the end-to-end tests if it is outdated.

If the build changes `reflex.lock`, exit with an error message.
"""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    before = _read_lock()
    if code := subprocess.call((sys.executable, "-m", "community.cli", "build"), cwd=ROOT):
        sys.exit(code)
    if _read_lock() != before:
        sys.exit("The build changed reflex.lock. Commit the changes.")


def _read_lock() -> list[bytes]:
    return [file.read_bytes() for file in sorted((ROOT / "reflex.lock").iterdir())]


if __name__ == "__main__":
    main()
