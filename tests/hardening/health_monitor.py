"""Measures how long the health check takes while the site handles another request."""

import asyncio
import time
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from tests.e2e.production_server import ProductionServer
from tests.hardening.http_client import send_request
from tests.hardening.processes import read_shared_waiting_seconds

T = TypeVar("T")
# The pause between two health checks during a request.
INTERVAL_SECONDS = 0.005


class HealthMonitor:
    """Requests `/health` while the site handles another request.

    The time in which the event loop of the server or this process could run, but another program
    had the processor, does not count.
    """

    def __init__(self, site: ProductionServer) -> None:
        self._site = site

    async def measure(self, request: Coroutine[Any, Any, T]) -> tuple[T, float]:
        """Wait for `request`. Return its result and the duration of the slowest check meanwhile.

        Also if the request fails, the server has responded to a check, or had time to do so.
        """
        task = asyncio.create_task(request)
        slowest = 0.0
        while not task.done():
            slowest = max(slowest, await self.check())
            await asyncio.wait({task}, timeout=INTERVAL_SECONDS)
        # The server may continue to work after its response.
        slowest = max(slowest, await self.check())
        return task.result(), slowest

    async def measure_idle(self, checks: int = 50) -> float:
        """Return the duration of the slowest of some checks while there are no other requests."""
        return max([await self.check() for _ in range(checks)])

    async def check(self) -> float:
        """Return the duration of a check in seconds. One that fails counts with its duration."""
        started_at = self._read_clock()
        with suppress(TimeoutError, OSError):
            await send_request(self._site.url, "/health")
        return self._read_clock() - started_at

    def _read_clock(self) -> float:
        """Return the time in seconds without the time that other programs took away."""
        process = self._site.process
        return time.perf_counter() - (read_shared_waiting_seconds(process.pid) if process else 0.0)
