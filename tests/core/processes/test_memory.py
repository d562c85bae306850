"""Tests that the process returns memory that it does not need."""

import subprocess
import sys
from _abc import _get_dump  # type: ignore[import-not-found]
from abc import ABC
from pathlib import Path

import pytest

from community.core.processes import memory

# Allocates a block of 19 MiB in each of eight threads three times.
PROGRAM = """
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from argon2.low_level import Type, hash_secret

from community.core.processes import memory

def read_resident_kilobytes():
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))

def hash_password(barrier):
    barrier.wait()
    for _ in range(3):
        hash_secret(b"password", b"saltsalt", 1, 19 * 1024, 1, 32, Type.ID)
    barrier.wait()

if sys.argv[1] == "return":
    memory.limit_unused_memory()
before = read_resident_kilobytes()
barrier = Barrier(8)
with ThreadPoolExecutor(8) as threads:
    list(threads.map(hash_password, [barrier] * 8))
    print(read_resident_kilobytes() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="Linux only")
def test_the_memory_of_large_blocks_is_returned() -> None:
    assert measure_growth("return") < 20 * 1024


def measure_growth(mode: str) -> int:
    """Return by how many kilobytes the memory of the program has grown at its end."""
    command = [sys.executable, "-c", PROGRAM, mode]
    return int(subprocess.run(command, capture_output=True, check=True, text=True).stdout)


def test_the_cached_results_of_isinstance_are_dropped() -> None:
    class Shape(ABC):  # noqa: B024 - only its cache matters
        pass

    assert not isinstance(1, Shape)
    assert find_unrelated_classes(Shape)
    memory.clear_isinstance_caches()
    assert not find_unrelated_classes(Shape)
    assert not isinstance(1, Shape)


def find_unrelated_classes(abstract_class: type) -> set[object]:
    """Return the classes for which Python remembers that they are no subclasses."""
    _registry, _subclasses, unrelated, _version = _get_dump(abstract_class)
    return set(unrelated)
