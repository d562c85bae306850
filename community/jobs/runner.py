"""Runs jobs step by step. This module does not depend on the job engine."""

import logging

from community import outbox
from community.core.database import read_session, unit_of_work
from community.jobs.registry import JOBS, SCHEDULED_JOBS

log = logging.getLogger(__name__)

BATCH_SIZE = 1000


async def start_job(job_id: int) -> None:
    async with unit_of_work() as session:
        await outbox.mark_started(session, job_id)


async def run_job_step(job_id: int) -> bool:
    """Run the next step of a job.

    One transaction commits the changes of the step and the progress of the job, so a completed
    step never runs again. If the step raises an exception, log the exception and schedule a retry
    of the job.

    Returns:
        True if the caller must run another step. False if the job is finished or has failed.
    """
    name = ""
    try:
        async with unit_of_work() as session:
            row = await outbox.find_and_lock(session, job_id)
            if row is None:
                return False
            name = row.name
            after = await JOBS[name](session, **row.arguments)
            return await outbox.save_progress(session, row, after)
    except Exception:
        log.exception("Job %s (%s) failed and is rescheduled", name, job_id)
        async with unit_of_work() as session:
            await outbox.reschedule(session, job_id)
        return False


async def run_scheduled_job(name: str) -> None:
    """Call the function of a scheduled job until it returns None, 0 or False.

    Log exceptions instead of raising them.
    """
    try:
        has_more: object = True
        while has_more:
            has_more = await SCHEDULED_JOBS[name].function()
    except Exception:
        log.exception("Scheduled job %s failed", name)


async def run_due_jobs() -> None:
    """Run all due jobs in this process, without the job engine. For commands and tests."""
    while True:
        async with read_session() as session:
            message_ids = [row.id for row in await outbox.list_due_jobs(session, BATCH_SIZE)]
        if not message_ids:
            return
        for message_id in message_ids:
            while await run_job_step(message_id):
                pass
