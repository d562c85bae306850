"""Everything that CI checks, in the order in which one wants to hear of it."""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

STEPS = (
    ("Format", "ruff", "format", "--check"),
    ("Lint", "ruff", "check"),
    ("Types", "mypy"),
    ("Floors and subjects", "lint-imports", "--no-logo"),
    ("Tests", "python", "scripts/test.py"),
)


def main() -> None:
    """Run every step; stop at the first that fails."""
    for name, program, *arguments in STEPS:
        print(f"==> {name}", flush=True)
        began = time.monotonic()
        if subprocess.call([BIN / program, *arguments], cwd=ROOT):
            sys.exit(f"==> {name}: failed, so what comes after it was not looked at.")
        print(f"==> {name}: in order, {time.monotonic() - began:.0f} s", flush=True)


if __name__ == "__main__":
    main()
