"""Handing out what is owed to the queue that all processes work on."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from community import owed
from community.core.database import reading, unit_of_work
from community.core.settings import settings
from community.jobs import engine
from community.jobs.bridge import Bridge

log = logging.getLogger(__name__)

# Promises of this process are handed out at once. This often it also looks for those of processes
# that do no work themselves, and for those that somebody began and did not end.
SWEEP_SECONDS = 2.0
HANDED_AT_ONCE = 100
# A step takes well under a second; what is broken off is done again by whoever comes next.
STOP_SECONDS = 3.0


@asynccontextmanager
async def taking_part() -> AsyncIterator[None]:
    """Inside the block promises are handed out and kept."""
    bridge = Bridge(asyncio.get_running_loop())
    await asyncio.to_thread(engine.launch, settings(), bridge)
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
        await asyncio.to_thread(engine.shut_down)


async def hand_out() -> bool:
    """Hand out what is due.

    Dying between the two transactions only repeats the hand-over, which is the same then.

    Returns:
        Whether there may be more.
    """
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
