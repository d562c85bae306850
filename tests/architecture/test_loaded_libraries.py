"""Test that web processes do not load libraries that only other processes or few requests need."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Together they take 60 MB.
UNNEEDED = {"PIL", "av", "obstore", "openai", "segno"}


def test_web_processes_do_not_load_large_libraries() -> None:
    program = "import sys, community.community; print(*sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", program],
        cwd=ROOT,
        env=os.environ | {"__REFLEX_SKIP_COMPILE": "true"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert UNNEEDED & set(output.split()) == set()
