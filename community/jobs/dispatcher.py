"""Submits due jobs from the outbox table to the queue of the job engine DBOS."""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress

from community.core import events
from community.core.db.sessions import read_session, unit_of_work
from community.core.settings import settings
from community.domain.jobs import outbox
from community.jobs import engine
from community.jobs.event_loop_bridge import EventLoopBridge

log = logging.getLogger(__name__)

# Jobs that this process enqueues are dispatched immediately. Polling finds interrupted jobs, and
# jobs that were enqueued by a process without a dispatcher.
POLL_SECONDS = 2.0
BATCH_SIZE = 100
# A step of a job takes well under a second. Another process repeats a step that was cancelled.
SHUTDOWN_TIMEOUT_SECONDS = 3.0


@asynccontextmanager
async def run_dispatcher() -> AsyncIterator[None]:
    """Run the job engine, and submit due jobs to it, until the `async with` block ends."""
    bridge = EventLoopBridge(asyncio.get_running_loop())
    await asyncio.to_thread(engine.launch, settings(), bridge)
    wake = asyncio.Event()

    def wake_dispatcher(committed: Sequence[events.DomainEvent]) -> None:
        if any(isinstance(event, outbox.JobEnqueued) for event in committed):
            wake.set()

    events.add_commit_callback(wake_dispatcher)
    dispatching = asyncio.create_task(_dispatch_forever(wake), name="dispatch")
    try:
        yield
    finally:
        events.remove_commit_callback(wake_dispatcher)
        dispatching.cancel()
        with suppress(asyncio.CancelledError):
            await dispatching
        await bridge.close(SHUTDOWN_TIMEOUT_SECONDS)
        await asyncio.to_thread(engine.shut_down)


async def dispatch_due_jobs() -> bool:
    """Submit up to `BATCH_SIZE` due jobs to the queue. Return whether more jobs can be due.

    If the process crashes before it marks the jobs as dispatched, the next call submits the same
    jobs again. The queue then ignores them.
    """
    async with read_session() as session:
        rows = await outbox.list_due_jobs(session, BATCH_SIZE)
    if rows:
        await asyncio.to_thread(engine.submit_jobs, rows)
        async with unit_of_work() as session:
            await outbox.mark_dispatched(session, rows)
    return len(rows) == BATCH_SIZE


async def _dispatch_forever(wake: asyncio.Event) -> None:
    while True:
        wake.clear()
        try:
            if await dispatch_due_jobs():
                continue
        except Exception:
            log.exception("Could not dispatch jobs. Retrying.")
        with suppress(TimeoutError):
            await asyncio.wait_for(wake.wait(), POLL_SECONDS)
