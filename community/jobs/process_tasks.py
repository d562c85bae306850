"""Runs periodic tasks in every web process, for example to save view counts to the database."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from community.core.db.sessions import unit_of_work
from community.jobs.registry import PROCESS_TASKS

log = logging.getLogger(__name__)

INTERVAL_SECONDS = 30.0


@asynccontextmanager
async def run_process_tasks() -> AsyncIterator[None]:
    """Run `PROCESS_TASKS` every 30 seconds until the `async with` block ends, then once more."""
    running = asyncio.create_task(_run_tasks_periodically(), name="process-tasks")
    try:
        yield
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running
        await _run_all_tasks()


async def _run_tasks_periodically() -> None:
    while True:
        await asyncio.sleep(INTERVAL_SECONDS)
        await _run_all_tasks()


async def _run_all_tasks() -> None:
    for task in PROCESS_TASKS:
        try:
            has_more: object = True
            while has_more:
                async with unit_of_work() as session:
                    has_more = await task(session)
        except Exception:
            log.exception("Process task failed")
