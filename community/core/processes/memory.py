"""Functions that reduce the memory of a web process, and the time for which it blocks."""

import ctypes
import gc
from abc import ABCMeta

# Parameters of mallopt(3), https://man7.org/linux/man-pages/man3/mallopt.3.html
_M_TRIM_THRESHOLD = -1
_M_MMAP_THRESHOLD = -3
_M_ARENA_MAX = -8
_LARGE_BLOCK_BYTES = 1024 * 1024
# By default, glibc creates up to eight arenas per core, and each keeps free memory.
_MAX_ARENAS = 2
# A full garbage collection follows after so many of the middle generation, by default after ten.
# A process with 1,000 tabs has some four of these per second while users write messages.
_FULL_COLLECTION_AFTER = 1_000


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


def clear_class_caches() -> None:
    """Remove what `isinstance` has cached about abstract classes while the site was loaded.

    Reflex compares each component with many classes. The cached results take 6 MB, and are not
    needed afterwards.
    """
    for item in gc.get_objects():
        if isinstance(item, ABCMeta):
            item._abc_caches_clear()  # type: ignore[attr-defined]  # noqa: SLF001


def limit_garbage_collection() -> None:
    """Make full garbage collections rare, and exclude everything that is loaded now from them.

    A full collection scans the states of all open tabs and blocks the process: for 0.4 seconds with
    1,000 tabs, and for another 0.2 seconds because of the modules. It frees little, because the
    state of a tab is taken apart when the tab is closed. From Python 3.14 on, collections are
    incremental.
    """
    gc.collect()
    gc.freeze()
    youngest, middle, _full = gc.get_threshold()
    gc.set_threshold(youngest, middle, _FULL_COLLECTION_AFTER)
    gc.enable()  # The site is loaded without it.
