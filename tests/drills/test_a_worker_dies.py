"""A process is killed while it tells 2,000 people: each of them hears of it exactly once."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlmodel import col, func, select, update

from community import owed
from community.core import clock
from community.core.actor import Actor
from community.core.database import reading, unit_of_work
from community.domain import posts
from community.models import Notification, NotificationSubscription, OwedJob, User
from community.wiring import wire
from tests.cast import Cast

READERS = 2000
PATIENCE = 90.0

# Small batches, so that there is a middle to be killed in.
SLOW = "from community.domain.notifications import fan_out; fan_out.TOLD_PER_BATCH = 10; "
WORK = "from community.cli.app import main; main()"


@asynccontextmanager
async def worker(script: str, folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """A job process of its own, killed at the end of the block."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, "worker", env={**os.environ, "DATA_DIR": str(folder)}
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def told() -> int:
    async with reading() as session:
        return (await session.execute(select(func.count(col(Notification.id))))).scalar_one()


async def until_told(number: int) -> None:
    async with asyncio.timeout(PATIENCE):
        while await told() < number:  # noqa: ASYNC110 - the other process has no way to tell us
            await asyncio.sleep(0.01)


async def until_nothing_is_owed() -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            async with reading() as session:
                if await owed.count_failing(session, 0) == 0:
                    return
            await asyncio.sleep(0.05)


async def subscribe_a_crowd(author: Actor) -> None:
    async with unit_of_work() as session:
        crowd = [
            User(slug=f"reader-{at}", name=f"Reader {at}", email=f"reader-{at}@example.com")
            for at in range(READERS)
        ]
        session.add_all(crowd)
        await session.flush()
        session.add_all(
            NotificationSubscription(user_id=each.id, author_id=author.id) for each in crowd
        )


@pytest.mark.slow
async def test_everybody_is_told_once_though_the_worker_is_killed(cast: Cast, site: Path) -> None:
    wire()
    await subscribe_a_crowd(cast.alice)
    async with unit_of_work() as session:
        draft = await posts.start_draft(session, cast.alice, title="On rye", text="Flour.")
        await posts.publish(session, cast.alice, post_id=draft.id)

    async with worker(SLOW + WORK, site) as first:
        await until_told(100)
        first.send_signal(signal.SIGKILL)
        await first.wait()
    before = await told()
    assert 100 <= before < READERS
    async with unit_of_work() as session:  # what was read does not collapse with what comes
        await session.execute(update(Notification).values(read_at=clock.now()))
        assert (await session.execute(select(func.count(col(OwedJob.id))))).scalar_one() == 1

    async with worker(WORK, site):
        await until_nothing_is_owed()
    async with reading() as session:
        times = await session.execute(
            select(func.count(col(Notification.id))).group_by(col(Notification.recipient_id))
        )
        assert times.scalars().all() == [1] * READERS
