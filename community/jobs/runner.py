"""Runs jobs step by step. This module does not depend on the job engine."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from community.core import clock, errors
from community.core.db.sessions import read_session, unit_of_work
from community.domain.jobs import outbox
from community.jobs.registry import EXTERNAL_JOBS, JOBS, SCHEDULED_JOBS
from community.models import JobRun

log = logging.getLogger(__name__)

BATCH_SIZE = 1000
# While an external job runs, no other worker may take it up. It is cancelled if it takes longer
# than any job should, for example because another server does not answer.
EXTERNAL_HEARTBEAT_INTERVAL = outbox.EXTERNAL_JOB_TIMEOUT / 4
EXTERNAL_JOB_MAX_DURATION = timedelta(hours=2)


async def start_job(job_id: int) -> None:
    async with unit_of_work() as session:
        await outbox.mark_started(session, job_id)


async def run_job_step(job_id: int) -> bool:
    """Run the next step of a job. Return whether the caller must run another step.

    One transaction commits the changes of the step and the progress of the job, so a completed
    step never runs again. If the step fails, the job is scheduled again.
    """
    name = ""
    try:
        async with unit_of_work() as session:
            row = await outbox.find_and_lock(session, job_id)
            if row is None:
                return False
            name = row.name
            if name not in EXTERNAL_JOBS:
                after = await JOBS[name](session, **row.arguments)
                return await outbox.save_progress(session, row, after)
            row.due_at = clock.now() + outbox.EXTERNAL_JOB_TIMEOUT
            arguments = row.arguments
        async with _send_heartbeats(job_id):
            await EXTERNAL_JOBS[name](**arguments)
        await _finish(job_id)
    except Exception as error:
        log.exception("Job %s (%s) failed and is rescheduled", name, job_id)
        async with unit_of_work() as session:
            await outbox.reschedule(session, job_id, describe_error(error))
    return False


@asynccontextmanager
async def _send_heartbeats(job_id: int) -> AsyncIterator[None]:
    """Extend the time of an external job until the `async with` block ends.

    Raise `TimeoutError` if the block took longer than `EXTERNAL_JOB_MAX_DURATION`.
    """
    sending = asyncio.create_task(_send_heartbeats_forever(job_id), name=f"heartbeats-{job_id}")
    try:
        async with asyncio.timeout(EXTERNAL_JOB_MAX_DURATION.total_seconds()):
            yield
    finally:
        sending.cancel()
        with suppress(asyncio.CancelledError):
            await sending


async def _send_heartbeats_forever(job_id: int) -> None:
    while True:
        await asyncio.sleep(EXTERNAL_HEARTBEAT_INTERVAL.total_seconds())
        try:
            async with unit_of_work() as session:
                await outbox.extend(session, job_id)
        except Exception:
            log.exception("Could not send a heartbeat of job %s. Retrying.", job_id)


async def run_scheduled_job(name: str) -> None:
    """Call the function of a scheduled job until it returns None, 0 or False. Log exceptions."""
    started_at, problem = clock.now(), ""
    try:
        has_more: object = True
        while has_more:
            has_more = await SCHEDULED_JOBS[name].function()
    except Exception as error:
        log.exception("Scheduled job %s failed", name)
        problem = describe_error(error)
    async with unit_of_work() as session:
        session.add(JobRun(name=name, is_scheduled=True, started_at=started_at, error=problem))


def describe_error(error: Exception) -> str:
    """Return the text that the list of jobs shows for an error.

    It is the message of a `DomainError`, and otherwise the name of the class and the text.
    """
    if isinstance(error, errors.DomainError):
        return error.message
    if isinstance(error, KeyError):
        return f"Unknown key {error}"
    # Messages of database errors contain the SQL statement.
    text = str(getattr(error, "orig", None) or error).strip()
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


async def _finish(job_id: int) -> None:
    async with unit_of_work() as session:
        row = await outbox.find_and_lock(session, job_id)
        if row is not None:
            await outbox.save_progress(session, row, None)


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
