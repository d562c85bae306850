"""Run all checks that CI runs, starting with the fastest ones."""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

STEPS = (
    ("Commits", "python", "scripts/check_commits.py", "--new"),
    ("Format", "ruff", "format", "--check"),
    ("Lint", "ruff", "check"),
    ("Translations", "python", "scripts/messages.py", "check"),
    ("Types", "mypy"),
    ("Architecture", "lint-imports", "--no-logo"),
    ("Tests", "python", "scripts/test.py"),
)


def main() -> None:
    """Run the steps in order. Exit with an error message if a step fails."""
    for name, program, *arguments in STEPS:
        print(f"==> {name}", flush=True)
        started_at = time.monotonic()
        if subprocess.call([BIN / program, *arguments], cwd=ROOT):
            sys.exit(f"==> {name}: failed. The remaining checks were not run.")
        print(f"==> {name}: ok, {time.monotonic() - started_at:.0f} s", flush=True)


if __name__ == "__main__":
    main()
