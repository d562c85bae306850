"""Test that each subscriber gets exactly one notification if a worker process is killed."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlmodel import col, func, select, update

from community.core import clock
from community.core.actor import Actor
from community.core.db.sessions import read_session, unit_of_work
from community.domain import posts
from community.domain.jobs import outbox
from community.models import Notification, NotificationSubscription, OutboxMessage, User
from community.wiring import wire
from tests.cast import Cast

SUBSCRIBER_COUNT = 600
# The worker is killed after this number of notifications.
KILL_AFTER = 30
TIMEOUT_SECONDS = 120.0

# Batches are small, so that the worker is killed between two of them.
SMALL_BATCHES_SCRIPT = (
    "from community.domain.notifications.delivery import fan_out; fan_out.FAN_OUT_BATCH_SIZE = 2; "
)
WORKER_SCRIPT = "from community.cli.app import main; main()"


@asynccontextmanager
async def run_worker(script: str, folder: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run a worker process until the `with` block ends, then kill it."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", script, "worker", env={**os.environ, "DATA_DIR": str(folder)}
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.send_signal(signal.SIGKILL)
        await process.wait()


async def count_notifications() -> int:
    async with read_session() as session:
        return (await session.execute(select(func.count(col(Notification.id))))).scalar_one()


async def wait_until_notification_count_reaches(count: int) -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while await count_notifications() < count:  # noqa: ASYNC110 - another process cannot set an event
            await asyncio.sleep(0.01)


async def wait_until_outbox_is_empty() -> None:
    async with asyncio.timeout(TIMEOUT_SECONDS):
        while True:
            async with read_session() as session:
                if await outbox.count_failing(session, 0) == 0:
                    return
            await asyncio.sleep(0.05)


async def create_subscribers(author: Actor) -> None:
    async with unit_of_work() as session:
        users = [
            User(
                slug=f"reader-{index}",
                name="Reader",
                name_skeleton="reader",
                email=f"reader-{index}@example.com",
            )
            for index in range(SUBSCRIBER_COUNT)
        ]
        session.add_all(users)
        await session.flush()
        session.add_all(
            NotificationSubscription(user_id=user.id, author_id=author.id) for user in users
        )


@pytest.mark.slow
async def test_every_subscriber_is_notified_once_although_the_worker_is_killed(
    cast: Cast, site: Path
) -> None:
    wire()
    await create_subscribers(cast.alice)
    async with unit_of_work() as session:
        draft = await posts.create_draft(
            session, cast.alice, title="On rye", text=await posts.render_text("Flour.")
        )
        await posts.publish(session, cast.alice, post_id=draft.id)

    async with run_worker(SMALL_BATCHES_SCRIPT + WORKER_SCRIPT, site) as worker:
        await wait_until_notification_count_reaches(KILL_AFTER)
        worker.send_signal(signal.SIGKILL)
        await worker.wait()
    before = await count_notifications()
    assert KILL_AFTER <= before < SUBSCRIBER_COUNT
    # New notifications are merged into unread ones. Mark all as read, so that a duplicate becomes a
    # separate notification and is counted.
    async with unit_of_work() as session:
        await session.execute(update(Notification).values(read_at=clock.now()))
        assert (await session.execute(select(func.count(col(OutboxMessage.id))))).scalar_one() == 1

    async with run_worker(WORKER_SCRIPT, site):
        await wait_until_outbox_is_empty()
    async with read_session() as session:
        counts = await session.execute(
            select(func.count(col(Notification.id))).group_by(col(Notification.recipient_id))
        )
        assert counts.scalars().all() == [1] * SUBSCRIBER_COUNT
