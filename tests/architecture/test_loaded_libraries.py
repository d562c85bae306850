"""Test that web processes do not load libraries that only other processes or few requests need."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Together they take 108 MB. `alembic` is needed only to migrate the database.
UNNEEDED = {
    "PIL",
    "aiohttp",
    "alembic",
    "authlib",
    "av",
    "cryptography.hazmat",
    "httpx",
    "joserfc",
    "obstore",
    "openai",
    "pygments",
    "requests",
    "segno",
    "stripe",
    "webauthn",
}


def test_web_processes_do_not_load_large_libraries() -> None:
    program = (
        "import sys, community.community\n"
        "from community.core.db import schema_version\n"
        "schema_version.read_revisions()\n"
        "print(*sys.modules)"
    )
    output = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"__REFLEX_SKIP_COMPILE": "true"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert UNNEEDED & set(output.split()) == set()
