"""Keeping one promise, step by step; knows nothing of the job engine."""

import logging

from community import owed
from community.core.database import reading, unit_of_work
from community.jobs.registry import DUTIES, JOBS

log = logging.getLogger(__name__)

ALL_AT_ONCE = 1000


async def begin(owed_id: int) -> None:
    """Say that this process is at work on a promise."""
    async with unit_of_work() as session:
        await owed.note_begun(session, owed_id)


async def keep_some(owed_id: int) -> bool:
    """One step of a promise. What it did and where to go on are kept in one transaction, so that
    a step that was done is never done again.

    Returns:
        Whether there is more to do now. After a failure there is not: it is put off.
    """
    name = ""
    try:
        async with unit_of_work() as session:
            row = await owed.take(session, owed_id)
            if row is None:
                return False
            name = row.name
            after = await JOBS[name](session, **row.arguments)
            return await owed.note_step(session, row, after)
    except Exception:
        log.exception("the job %s (%s) failed and is put off", name, owed_id)
        async with unit_of_work() as session:
            await owed.put_off(session, owed_id)
        return False


async def perform(duty: str) -> None:
    """Do a scheduled duty, batch by batch."""
    try:
        more: object = True
        while more:
            async with unit_of_work() as session:
                more = await DUTIES[duty].work(session)
    except Exception:
        log.exception("the duty %s failed", duty)


async def keep_all() -> None:
    """Keep everything that is due, here and now (for commands and tests, without the engine)."""
    while True:
        async with reading() as session:
            due = [row.id for row in await owed.due(session, ALL_AT_ONCE)]
        if not due:
            return
        for owed_id in due:
            while await keep_some(owed_id):
                pass
