"""Run all checks that CI runs."""

import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = Path(sys.executable).parent

# These run at the same time, as many as the machine has cores. The longest ones come first.
STEPS = (
    ("Types", "mypy"),
    ("Front-end build", "python", "scripts/frontend.py"),
    ("Browser code", "npm", "--prefix", "browser", "--silent", "run", "check"),
    ("Architecture", "lint-imports", "--no-logo"),
    ("Browser types", "python", "scripts/browser_types.py", "check"),
    ("Translations", "python", "scripts/messages.py", "check"),
    ("Lint", "ruff", "check"),
    ("Format", "ruff", "format", "--check"),
    ("Notices", "python", "scripts/notices.py", "check"),
    ("Known vulnerabilities", "python", "scripts/audit.py", "--report"),
    ("Python versions", "python", "scripts/python_versions.py"),
    ("Commits", "python", "scripts/check_commits.py", "--new"),
)


def main() -> None:
    """Run the steps, then the tests. Exit with an error message if a step fails."""
    # Worktrees can share an environment, in which the package of another worktree is installed.
    os.environ["PYTHONPATH"] = str(ROOT)
    # The programs that npm starts run the Node that they find in PATH.
    os.environ["PATH"] = os.pathsep.join((str(BIN), os.environ.get("PATH", "")))
    with ThreadPoolExecutor(os.cpu_count()) as executor:
        failed = [name for name in executor.map(run_step, STEPS) if name]
    if failed:
        sys.exit(f"==> Failed: {', '.join(failed)}. The tests were not run.")
    print("==> Tests", flush=True)
    sys.exit(subprocess.call([BIN / "python", "scripts/test.py"], cwd=ROOT))


def run_step(step: tuple[str, ...]) -> str:
    """Run a step, and print its output at its end. Return its name if it fails, or ""."""
    name, program, *arguments = step
    started_at = time.monotonic()
    process = subprocess.run(
        [BIN / program, *arguments],
        cwd=ROOT,
        check=False,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    result = "failed" if process.returncode else "ok"
    seconds = time.monotonic() - started_at
    print(f"{process.stdout}==> {name}: {result}, {seconds:.0f} s", flush=True)
    return name if process.returncode else ""


if __name__ == "__main__":
    main()
