"""Measures how long the health check takes while the site handles another request."""

import asyncio
import time
from collections.abc import Awaitable
from contextlib import suppress
from typing import Self, TypeVar

from tests.e2e.production_server import ProductionServer
from tests.hardening.http_client import send_request
from tests.hardening.processes import read_shared_waiting_seconds

T = TypeVar("T")
# The pause between two health checks.
INTERVAL_SECONDS = 0.005


class HealthMonitor:
    """Requests `/health` all the time inside its `async with` block.

    The time in which the event loop of the server or this process could run, but another program
    had the processor, does not count.
    """

    def __init__(self, site: ProductionServer) -> None:
        self._site = site
        self._slowest = 0.0
        self._checks = 0
        self._checked = asyncio.Condition()

    async def __aenter__(self) -> Self:
        self._task = asyncio.create_task(self._run())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def measure(self, request: Awaitable[T]) -> tuple[T, float]:
        """Wait for `request`. Return its result and the duration of the slowest check meanwhile."""
        self._slowest = 0.0
        result = await request
        # The next check has started before the request ended, and the one after it has not.
        await self._wait_for_checks(2)
        return result, self._slowest

    async def wait_until_responsive(self) -> None:
        """Wait until a check has ended after the server did not respond to a request in time."""
        await self._wait_for_checks(2)

    async def measure_idle(self, checks: int = 50) -> float:
        """Return the duration of the slowest of some checks while there are no other requests."""
        return (await self.measure(self._wait_for_checks(checks)))[1]

    async def _wait_for_checks(self, count: int) -> None:
        target = self._checks + count
        async with self._checked:
            await self._checked.wait_for(lambda: self._checks >= target or self._task.done())
        if self._task.done():
            self._task.result()

    async def _run(self) -> None:
        try:
            while True:
                await self._check()
                await asyncio.sleep(INTERVAL_SECONDS)
        finally:
            async with self._checked:
                self._checked.notify_all()

    async def _check(self) -> None:
        started_at = self._read_clock()
        # A check that fails counts with the time that it took.
        with suppress(TimeoutError, OSError):
            await send_request(self._site.url, "/health")
        self._slowest = max(self._slowest, self._read_clock() - started_at)
        async with self._checked:
            self._checks += 1
            self._checked.notify_all()

    def _read_clock(self) -> float:
        """Return the time in seconds without the time that other programs took away."""
        process = self._site.process
        return time.perf_counter() - (read_shared_waiting_seconds(process.pid) if process else 0.0)
