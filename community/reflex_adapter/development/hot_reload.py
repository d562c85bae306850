"""Compilation of the pages when `reflex run` serves the site with hot reload."""

import gc
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import wait
from typing import Any, Final

import reflex as rx
from reflex_base.environment import environment

from community.reflex_adapter.development.recent_pages import RecentPages, compile_recent_pages

HOT_RELOAD: Final = "hot_reload"


def compile_quickly(app: rx.App) -> None:
    """Compile without garbage collection, and after an edit in a process beside the server.

    The collector takes a third of the time of a compilation, which keeps nearly all objects that it
    creates. Reflex serves an edited site only after it has compiled all pages. With this function,
    the server starts at once, and the browser gets the pages when they are compiled, those that
    are open first.
    """
    compile_app: Callable[..., None] = app._compile
    if environment.REFLEX_DEV_BACKEND_RELOAD_ACTIVE.get():
        app.add_middleware(RecentPages(), index=0)

    def compile_or_fork(*args: Any, **options: Any) -> None:
        if options.get("trigger") != HOT_RELOAD or not hasattr(os, "fork"):
            with _paused_collection():
                compile_app(*args, **options)
            return
        # Without a compilation, Reflex only loads what the server needs of the pages.
        environment.REFLEX_SKIP_COMPILE.set(True)
        compile_app(*args, **options)
        environment.REFLEX_SKIP_COMPILE.set(False)
        child = multiprocessing.get_context("fork").Process(
            target=_compile_in_child, args=(app, compile_app, args, options), daemon=True
        )
        child.start()

    app._compile = compile_or_fork  # type: ignore[method-assign]


def _compile_in_child(
    app: rx.App, compile_app: Callable[..., None], args: Any, options: Any
) -> None:
    # The server ends this process, whose handlers of signals are those of the server.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    with _paused_collection():
        compile_recent_pages(app)
        compile_app(*args, **options)


def _exit_with_parent() -> None:
    """End this process when the server ends, which the next edit replaces."""
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


@contextmanager
def _paused_collection() -> Iterator[None]:
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
