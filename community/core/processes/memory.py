"""Functions that reduce the memory of a web process, and the time for which it blocks."""

import ctypes
import gc
import sys
from abc import ABCMeta
from collections.abc import Iterator
from contextlib import contextmanager

# Parameters of mallopt(3), https://man7.org/linux/man-pages/man3/mallopt.3.html
_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
_LARGE_BLOCK_BYTES = 1024 * 1024
# By default, glibc creates up to eight arenas per core, and each keeps free memory.
_MAX_ARENAS = 2


@contextmanager
def hide_packages(*names: str) -> Iterator[None]:
    """Make imports of packages that are not loaded yet fail in the block.

    Libraries load some packages only because they are installed, for functions that this program
    does not use.
    """
    hidden = [name for name in names if name not in sys.modules]
    for name in hidden:
        sys.modules[name] = None  # type: ignore[assignment]  # Imports of it raise ImportError.
    try:
        yield
    finally:
        for name in hidden:
            del sys.modules[name]


def limit_unused_memory() -> None:
    """Make glibc return free memory to the operating system instead of keeping it.

    By default, glibc keeps blocks of up to the size of the largest block that was freed before,
    in each thread, such as those of large requests and of hashed passwords. Other C libraries
    ignore the call.
    """
    mallopt = getattr(ctypes.CDLL(None), "mallopt", None)
    if mallopt is not None:
        mallopt(_M_MMAP_THRESHOLD, _LARGE_BLOCK_BYTES)
        mallopt(_M_TRIM_THRESHOLD, _LARGE_BLOCK_BYTES)
        mallopt(_M_ARENA_MAX, _MAX_ARENAS)


def clear_isinstance_caches() -> None:
    """Remove what `isinstance` has cached about abstract classes while the site was loaded.

    Reflex compares each component with many classes. The cached results take 6 MB, and are not
    needed afterwards.
    """
    for item in gc.get_objects():
        if isinstance(item, ABCMeta):
            item._abc_caches_clear()  # type: ignore[attr-defined]  # noqa: SLF001


def limit_garbage_collection() -> None:
    """Exclude everything that is loaded now from garbage collections.

    Otherwise each full collection scans the modules and blocks the process for 0.2 seconds. Those
    that remain scan the states of all open tabs: 0.4 seconds with 1,000 tabs. When they were a
    hundred times rarer, hostile requests raised the memory of the process to more than 300 MB.
    """
    gc.collect()
    gc.freeze()
    gc.enable()  # The site is loaded without it.
