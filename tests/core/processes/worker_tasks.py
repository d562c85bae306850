"""Tasks for the tests of worker processes."""

import os
import re
import time
from pathlib import Path
from typing import Any


def hold_interpreter_lock() -> None:
    """Run a regular expression that takes years and holds the interpreter lock."""
    re.match(r"(a+)+b", "a" * 60)


def fail() -> None:
    raise ValueError("This task fails.")


def list_open_files() -> list[str]:
    links = Path("/proc/self/fd").iterdir()
    return [str(link.readlink()) for link in links if link.is_symlink()]


TASKS: dict[str, Any] = {
    "echo": lambda value: value,
    "get_process_id": os.getpid,
    "get_environment": lambda: dict(os.environ),
    "hold_interpreter_lock": hold_interpreter_lock,
    "allocate": lambda size: len(bytes(size)),
    "fail": fail,
    "sleep": time.sleep,
    "list_open_files": list_open_files,
}
