"""A queue that shares a few worker processes fairly among users.

The order is that of weighted fair queueing: a job gets the finish tag
`max(tag of the last started job, tag of the owner's previous job) + cost`, and the waiting job with
the lowest tag starts next. Small jobs therefore start before large ones, a user with many jobs does
not delay the first job of another user, and no job waits forever. Source: A. Demers, S. Keshav and
S. Shenker, "Analysis and Simulation of a Fair Queueing Algorithm", SIGCOMM 1989.
"""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from community.core.errors import Unavailable
from community.gateways.media_conversion import limits
from community.i18n import gettext as _

RETRY_AFTER_SECONDS = 10


@dataclass(eq=False, slots=True)
class _Job:
    """A job of one owner. `turn` is done as soon as the job may run."""

    owner: Hashable
    size: int
    tag: float
    turn: asyncio.Future[None] = field(repr=False)


class FairQueue:
    """Limits how many jobs run at the same time, and decides which job runs next.

    At most one job of each owner runs at a time.
    """

    def __init__(self, concurrency: int) -> None:
        self._concurrency = concurrency
        self._waiting: list[_Job] = []
        self._running: list[_Job] = []
        self._started_tag = 0.0

    @asynccontextmanager
    async def take_turn(self, owner: Hashable, *, size: int, cost: float) -> AsyncIterator[None]:
        """Wait until the job may run. The job ends with the block.

        Args:
            size: The number of bytes that the job occupies while it waits.
            cost: The expected relative duration of the job.

        Raises:
            Unavailable: Too many jobs are waiting, or the job waited for `MAX_WAIT_SECONDS`.
        """
        job = self._enqueue(owner, size, cost)
        try:
            await _wait_for_turn(job)
            yield
        finally:
            for jobs in (self._waiting, self._running):
                if job in jobs:
                    jobs.remove(job)
            self._start_jobs()

    def _enqueue(self, owner: Hashable, size: int, cost: float) -> _Job:
        own = [job for job in self._waiting if job.owner == owner]
        if not (
            _has_room(self._waiting, size, limits.MAX_WAITING_IMAGES, limits.MAX_WAITING_BYTES)
            and _has_room(
                own, size, limits.MAX_WAITING_IMAGES_PER_OWNER, limits.MAX_WAITING_BYTES_PER_OWNER
            )
        ):
            raise _make_busy_error()
        tags = [job.tag for job in (*own, *self._running) if job.owner == owner]
        tag = max([self._started_tag, *tags]) + cost
        job = _Job(owner, size, tag, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._start_jobs()
        return job

    def _start_jobs(self) -> None:
        while len(self._running) < self._concurrency:
            busy = {job.owner for job in self._running}
            ready = [job for job in self._waiting if job.owner not in busy]
            if not ready:
                return
            job = min(ready, key=lambda job: job.tag)
            self._started_tag = max(self._started_tag, job.tag)
            self._waiting.remove(job)
            self._running.append(job)
            if not job.turn.done():
                job.turn.set_result(None)


async def _wait_for_turn(job: _Job) -> None:
    try:
        async with asyncio.timeout(limits.MAX_WAIT_SECONDS):
            await job.turn
    except TimeoutError as error:
        raise _make_busy_error() from error


def _make_busy_error() -> Unavailable:
    message = _("Many images are being processed. Try again in a moment.")
    return Unavailable(message, retry_after=RETRY_AFTER_SECONDS)


def _has_room(waiting: list[_Job], size: int, max_count: int, max_bytes: int) -> bool:
    return len(waiting) < max_count and sum(job.size for job in waiting) + size <= max_bytes
