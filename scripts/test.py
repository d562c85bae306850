"""Run the tests on SQLite, then on PostgreSQL, then the end-to-end tests in Chromium.

On PostgreSQL, only the tests run that depend on the kind of database (`POSTGRES_TESTS` in
`tests/databases.py`).

Tests that need a missing service (PostgreSQL, Redis or Chromium) are skipped, and the output lists
them. If the environment variable `CI` or `REQUIRE_SERVICES` is set, a missing service is an error.
Arguments are passed to pytest, which then runs only once, on SQLite.
"""

import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
POSTGRES = os.environ.get(
    "TEST_DATABASE_URL", "postgresql://postgres@127.0.0.1:5432/community_test"
)
REDIS = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
# One process more than cores, because some tests wait for other processes.
PARALLEL_OPTIONS = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")

# All asynchronous tests of a process share an event loop. Therefore they can also share connections
# to PostgreSQL (the fixture `db` in tests/conftest.py).
SHARED_LOOP_OPTIONS = (
    *("-o", "asyncio_default_test_loop_scope=session"),
    *("-o", "asyncio_default_fixture_loop_scope=session"),
)

E2E_TESTS = "end-to-end tests (Chromium not found)"
POSTGRES_RUN = "tests on PostgreSQL (no server at TEST_DATABASE_URL)"
MULTI_PROCESS_TESTS = "multi-process tests (no Redis at TEST_REDIS_URL)"


def main(*arguments: str) -> None:
    """Run all tests that can run on this machine. Exit with the code of the first failed run."""
    if arguments:
        if any(name in argument for argument in arguments for name in ("e2e", "resilience")):
            build_frontend()
        sys.exit(run_pytest(*arguments))
    skipped = find_skipped_tests()
    if skipped and (os.environ.get("CI") or os.environ.get("REQUIRE_SERVICES")):
        sys.exit(f"==> Cannot run: {'; '.join(skipped)}")
    # The resilience and the end-to-end tests need the build. Within a test, it could time out.
    log("Front-end build")
    build_frontend()
    log("Tests on SQLite")
    code = run_pytest(*PARALLEL_OPTIONS, "--ignore=tests/e2e")
    if not code and POSTGRES_RUN not in skipped:
        log("Tests on PostgreSQL")
        database_options = ("--ignore=tests/e2e", "--only-database", *SHARED_LOOP_OPTIONS)
        code = run_pytest(*PARALLEL_OPTIONS, *database_options, TEST_DATABASE_URL=POSTGRES)
    if not code and E2E_TESTS not in skipped:
        log("End-to-end tests on the production build")
        code = run_pytest(*PARALLEL_OPTIONS, "tests/e2e")
    for tests in skipped:
        log(f"Skipped: {tests}")
    sys.exit(code)


def find_skipped_tests() -> list[str]:
    """Return descriptions of the tests that cannot run because a service is missing."""
    is_available = {
        E2E_TESTS: any(map(shutil.which, BROWSERS)),
        POSTGRES_RUN: is_listening(POSTGRES, 5432),
        MULTI_PROCESS_TESTS: is_listening(REDIS, 6379),
    }
    return [tests for tests, available in is_available.items() if not available]


def is_listening(url: str, default_port: int) -> bool:
    """Return whether a server accepts connections at `url`."""
    parts = urlsplit(url)
    try:
        with socket.create_connection(
            (parts.hostname or "127.0.0.1", parts.port or default_port), timeout=2
        ):
            return True
    except OSError:
        return False


def build_frontend() -> None:
    """Build the front end if it is outdated. If that fails, exit with the exit code."""
    if code := subprocess.call((sys.executable, "scripts/frontend.py"), cwd=ROOT):
        sys.exit(code)


def run_pytest(*arguments: str, **environment: str) -> int:
    """Run pytest and return its exit code.

    pytest inherits all environment variables of this process except TEST_DATABASE_URL.

    Args:
        environment: Additional environment variables for pytest, such as TEST_DATABASE_URL.
    """
    inherited = {name: value for name, value in os.environ.items() if name != "TEST_DATABASE_URL"}
    return subprocess.call(
        [sys.executable, "-m", "pytest", *arguments],
        cwd=ROOT,
        env=inherited | {"TEST_REDIS_URL": REDIS} | environment,
    )


def log(message: str) -> None:
    print(f"==> {message}", flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
