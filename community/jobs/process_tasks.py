"""Starts what runs in a process beside its main work: background jobs and periodic tasks."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from community.core.db.sessions import unit_of_work
from community.core.settings import settings
from community.jobs.registry import FREQUENT_PROCESS_TASKS, PROCESS_TASKS

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 30.0
FREQUENT_INTERVAL_SECONDS = 2.0


@asynccontextmanager
async def run_in_server() -> AsyncIterator[None]:
    """Run background jobs and `PROCESS_TASKS` in a web server until the `async with` block ends.

    With the setting `JOBS_IN_SERVER=false`, run only `PROCESS_TASKS`. The command
    `community worker` then runs the background jobs in a separate process.
    """
    async with AsyncExitStack() as stack:
        if settings().jobs_in_server:
            await stack.enter_async_context(run_jobs())
        await stack.enter_async_context(run_process_tasks())
        yield


@asynccontextmanager
async def run_jobs() -> AsyncIterator[None]:
    # Imported here because importing the engine takes half a second, and some processes run no
    # jobs.
    from community.jobs import dispatcher  # noqa: PLC0415

    async with dispatcher.run_dispatcher():
        yield


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
