"""From the threads of the job engine to the event loop of this process, and back.

The engine polls and keeps its books in threads of its own, where it cannot hold up a page. The work
itself is coroutines on the one loop that the database connections belong to.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")


class Stopping(BaseException):
    """This process ends. Not an `Exception`: the engine must not book it as a failure."""


class Bridge:
    """Runs coroutines on `loop` for other threads, until it is closed."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = Lock()
        self._running: set[Future[Any]] = set()
        self._closed = False

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run `work` on the loop and wait for it, in a thread.

        Raises:
            Stopping: the process ends before the work does.
        """
        with self._lock:
            if self._closed:
                work.close()
                raise Stopping
            future = asyncio.run_coroutine_threadsafe(work, self._loop)
            self._running.add(future)
        try:
            return future.result()
        except CancelledError:
            raise Stopping from None
        finally:
            self._running.discard(future)

    async def close(self, grace: float) -> None:
        """Take nothing new; let what runs end, but after `grace` seconds break it off."""
        with self._lock:
            self._closed = True
        running = [asyncio.wrap_future(future) for future in list(self._running)]
        if running:
            _, late = await asyncio.wait(running, timeout=grace)
            for task in late:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
