"""Repairs of the forks of `reflex run`, which serves the site with hot reload.

`rxconfig.py` imports this module, so it imports nothing that is slow to load.
"""

import gc
import os
from functools import cache

from reflex_base import config

from community.reflex_adapter.development.preloading import Preloading


@cache
def hold_config_lock_during_forks() -> None:
    """Fork only while no other thread loads `rxconfig.py`.

    `reflex run` forks the backend while a thread starts the front end. If that thread is loading
    the configuration, the backend inherits a lock that stays held, and never starts to listen
    (docs/upstream/reflex-config-lock.md). A new lock in the child would not be enough, because the
    child also inherits Python's lock of the module that the thread is importing.
    """
    lock = config._load_config_lock
    os.register_at_fork(
        before=lock.acquire, after_in_parent=lock.release, after_in_child=lock.release
    )


@cache
def prepare_forks() -> None:
    """Make the backend start faster after an edit.

    `reflex run` forks the backend again after each edit. The new process inherits the modules that
    are loaded before. It loads the others without garbage collection, which `lifespan` enables
    again.
    """
    server, preloading = os.getpid(), Preloading()

    def preload() -> None:
        if os.getpid() == server:
            preloading.run()

    def pause_collection() -> None:
        if os.getppid() == server:
            gc.disable()

    os.register_at_fork(before=preload, after_in_child=pause_collection)
