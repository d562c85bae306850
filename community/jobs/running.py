"""Taking part in the work: from the start of a process to its end."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress

from community import owed
from community.core.database import reading, unit_of_work
from community.core.settings import settings
from community.jobs.bridge import Bridge
from community.jobs.chores import doing_chores

log = logging.getLogger(__name__)

# Promises of this process are handed out at once. This often it also looks for those of processes
# that do no work themselves, and for those that somebody began and did not end.
SWEEP_SECONDS = 2.0
HANDED_AT_ONCE = 100
# A step takes well under a second; what is broken off is done again by whoever comes next.
STOP_SECONDS = 3.0


@asynccontextmanager
async def in_server() -> AsyncIterator[None]:
    """For a web process: its own chores, and its share of the work unless the operator has processes
    for that alone (JOBS_IN_SERVER=false)."""
    async with AsyncExitStack() as stack:
        if settings().jobs_in_server:
            await stack.enter_async_context(running())
        await stack.enter_async_context(doing_chores())
        yield


@asynccontextmanager
async def running() -> AsyncIterator[None]:
    """Inside the block this process does its share of the work of the site."""
    bridge = Bridge(asyncio.get_running_loop())
    await asyncio.to_thread(_launch, bridge)
    wake = asyncio.Event()
    unlisten = owed.listen(wake.set)
    handing = asyncio.create_task(_hand_out_forever(wake), name="hand-out")
    try:
        yield
    finally:
        unlisten()
        handing.cancel()
        with suppress(asyncio.CancelledError):
            await handing
        await bridge.close(STOP_SECONDS)
        await asyncio.to_thread(_shut_down)


async def hand_out() -> bool:
    """Hand out what is due.

    Dying between the two transactions only repeats the hand-over, which is the same then.

    Returns:
        Whether there may be more.
    """
    from community.jobs import engine

    async with reading() as session:
        rows = await owed.due(session, HANDED_AT_ONCE)
    if rows:
        await asyncio.to_thread(engine.hand_out, rows)
        async with unit_of_work() as session:
            await owed.note_handed(session, rows)
    return len(rows) == HANDED_AT_ONCE


async def _hand_out_forever(wake: asyncio.Event) -> None:
    while True:
        wake.clear()
        try:
            if await hand_out():
                continue
        except Exception:
            log.exception("work could not be handed out; trying again")
        with suppress(TimeoutError):
            await asyncio.wait_for(wake.wait(), SWEEP_SECONDS)


def _launch(bridge: Bridge) -> None:
    # Imported this late because it takes half a second, which processes without jobs can save.
    from community.jobs import engine

    engine.launch(settings(), bridge)


def _shut_down() -> None:
    from community.jobs import engine

    engine.shut_down()
