"""Run the tests on SQLite, then on PostgreSQL, then journeys in Chromium.

A machine without these leaves out what needs them, and says so; where `CI` or `REQUIRE_SERVICES` is
set, their absence is a failure. Arguments go to pytest, and then it is run once, on SQLite.
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
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# A process for each core; journeys have the machine to themselves, because they measure patience.
SIDE_BY_SIDE = ("-n", "auto", "--dist", "worksteal")

JOURNEYS = "the journeys in a browser: there is no Chromium"
SECOND_RUN = "the second run, on PostgreSQL: there is none at TEST_DATABASE_URL"
SHARED_MEMORY = "the stories of several processes: there is no Redis at TEST_REDIS_URL"


def main(*chosen: str) -> None:
    """Run what can be run here; the exit code is that of the first run that fails."""
    if chosen:
        if any("journeys" in argument for argument in chosen):
            build()
        sys.exit(pytest(*chosen))
    left_out = what_is_missing()
    if left_out and (os.environ.get("CI") or os.environ.get("REQUIRE_SERVICES")):
        sys.exit(f"Everything has to be tested here, and this cannot be: {'; '.join(left_out)}.")
    say("On SQLite")
    code = pytest(*SIDE_BY_SIDE, "--ignore=tests/journeys")
    if not code and SECOND_RUN not in left_out:
        say("Once more, on PostgreSQL")
        once_more = (*SIDE_BY_SIDE, "--ignore=tests/journeys", "--only-database")
        code = pytest(*once_more, TEST_DATABASE_URL=POSTGRES)
    if not code and JOURNEYS not in left_out:
        say("Journeys through the production build")
        build()
        code = pytest("tests/journeys")
    for what in left_out:
        say(f"Left out: {what}.")
    sys.exit(code)


def what_is_missing() -> list[str]:
    """What this machine cannot test, in words."""
    answers = {
        JOURNEYS: any(map(shutil.which, BROWSERS)),
        SECOND_RUN: is_listening(POSTGRES, 5432),
        SHARED_MEMORY: is_listening(REDIS, 6379),
    }
    return [what for what, is_there in answers.items() if not is_there]


def is_listening(url: str, usual_port: int) -> bool:
    """Whether a server takes connections there."""
    address = urlsplit(url)
    try:
        with socket.create_connection(
            (address.hostname or "127.0.0.1", address.port or usual_port), timeout=2
        ):
            return True
    except OSError:
        return False


def build() -> None:
    """Build the front end that journeys look at, where it is not up to date."""
    before = lock_of_front_end()
    run(sys.executable, "-m", "community.cli", "build")
    if lock_of_front_end() != before:
        sys.exit("The build needed packages that reflex.lock does not name: commit what it wrote.")


def lock_of_front_end() -> list[bytes]:
    return [file.read_bytes() for file in sorted((ROOT / "reflex.lock").iterdir())]


def pytest(*arguments: str, **environment: str) -> int:
    """Run pytest in a clean environment: what an operator set for the site is not for tests."""
    ours = {"TEST_REDIS_URL": REDIS, **environment}
    kept = {name: value for name, value in os.environ.items() if name != "TEST_DATABASE_URL"}
    return subprocess.call([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=kept | ours)


def say(sentence: str) -> None:
    print(f"==> {sentence}", flush=True)


def run(*command: str) -> None:
    """Run a command; stop with its exit code where it fails."""
    if code := subprocess.call(command, cwd=ROOT):
        sys.exit(code)


if __name__ == "__main__":
    main(*sys.argv[1:])
