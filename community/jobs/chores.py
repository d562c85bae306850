"""What each process does for itself while it serves."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from community.core.database import unit_of_work
from community.jobs.registry import CHORES

log = logging.getLogger(__name__)

CHORE_SECONDS = 30.0


@asynccontextmanager
async def doing_chores() -> AsyncIterator[None]:
    """Inside the block the chores are done now and then, and once more at its end."""
    doing = asyncio.create_task(_do_forever(), name="chores")
    try:
        yield
    finally:
        doing.cancel()
        with suppress(asyncio.CancelledError):
            await doing
        await _do_all()


async def _do_forever() -> None:
    while True:
        await asyncio.sleep(CHORE_SECONDS)
        await _do_all()


async def _do_all() -> None:
    for work in CHORES:
        try:
            async with unit_of_work() as session:
                await work(session)
        except Exception:
            log.exception("a chore failed")
