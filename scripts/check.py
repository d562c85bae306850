"""Run all checks that CI runs, starting with the fastest ones."""

import os
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
    ("Browser types", "python", "scripts/browser_types.py", "check"),
    ("Browser code", "npm", "--prefix", "browser", "--silent", "run", "check"),
    ("Tests", "python", "scripts/test.py"),
)


def main() -> None:
    """Run the steps in order. Exit with an error message if a step fails."""
    # Worktrees can share an environment, in which the package of another worktree is installed.
    os.environ["PYTHONPATH"] = str(ROOT)
    # The programs that npm starts run the Node that they find in PATH.
    os.environ["PATH"] = os.pathsep.join((str(BIN), os.environ.get("PATH", "")))
    for name, program, *arguments in STEPS:
        print(f"==> {name}", flush=True)
        started_at = time.monotonic()
        if subprocess.call([BIN / program, *arguments], cwd=ROOT):
            sys.exit(f"==> {name}: failed. The remaining checks were not run.")
        print(f"==> {name}: ok, {time.monotonic() - started_at:.0f} s", flush=True)


if __name__ == "__main__":
    main()
