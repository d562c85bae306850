"""Runs periodic tasks in every web process, for example to save view counts to the database."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress

from community.core.db.sessions import unit_of_work
from community.jobs.registry import FREQUENT_PROCESS_TASKS, PROCESS_TASKS

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 30.0
FREQUENT_INTERVAL_SECONDS = 2.0


@asynccontextmanager
async def run_process_tasks() -> AsyncIterator[None]:
    """Run the process tasks until the `async with` block ends, then once more.

    `PROCESS_TASKS` run every 30 seconds, and `FREQUENT_PROCESS_TASKS` every 2 seconds.
    """
    running = [
        asyncio.create_task(_repeat(_run_all_tasks, INTERVAL_SECONDS)),
        asyncio.create_task(_repeat(_run_frequent_tasks, FREQUENT_INTERVAL_SECONDS)),
    ]
    try:
        yield
    finally:
        for task in running:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        await _run_all_tasks()
        await _run_frequent_tasks()


async def _repeat(run: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        await run()


async def _run_frequent_tasks() -> None:
    for task in FREQUENT_PROCESS_TASKS:
        try:
            await task()
        except Exception:
            log.exception("Process task failed")


async def _run_all_tasks() -> None:
    for task in PROCESS_TASKS:
        try:
            has_more: object = True
            while has_more:
                async with unit_of_work() as session:
                    has_more = await task(session)
        except Exception:
            log.exception("Process task failed")
