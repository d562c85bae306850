"""Lets the threads of the job engine run coroutines on the event loop of the process.

The job engine runs in its own threads, so that it does not block requests. The jobs are coroutines.
They must run on the event loop, because the database connections belong to the event loop.
"""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import CancelledError, Future
from threading import Lock
from typing import Any, TypeVar

T = TypeVar("T")


class ShuttingDown(BaseException):
    """Raised when a coroutine cannot start or finish because the process is shutting down.

    The base class is not `Exception`, because the job engine would then record the job as failed.
    """


class EventLoopBridge:
    """Lets other threads run coroutines on an event loop until `close` is called."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._lock = Lock()
        self._running: set[Future[Any]] = set()
        self._closed = False

    def call(self, coroutine: Coroutine[Any, Any, T]) -> T:
        """Run `coroutine` on the event loop and return its result.

        The calling thread waits until the coroutine has finished. Raise `ShuttingDown` if the
        bridge was closed before the coroutine finished.
        """
        with self._lock:
            if self._closed:
                coroutine.close()
                raise ShuttingDown
            future = asyncio.run_coroutine_threadsafe(coroutine, self._loop)
            self._running.add(future)
        try:
            return future.result()
        except CancelledError:
            raise ShuttingDown from None
        finally:
            self._running.discard(future)

    async def close(self, timeout_seconds: float) -> None:
        """Reject new calls, and cancel running coroutines that do not finish within the timeout."""
        with self._lock:
            self._closed = True
        running = [asyncio.wrap_future(future) for future in list(self._running)]
        if running:
            _, pending = await asyncio.wait(running, timeout=timeout_seconds)
            for task in pending:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)
