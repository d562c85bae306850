"""Tests of the order in which images of several users are processed."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from community.core.errors import Unavailable
from community.gateways.media import queue
from community.gateways.media.queue import FairQueue
from community.gateways.media_conversion import limits


class Jobs:
    """Jobs in a queue. `started` lists their names in the order in which they started."""

    def __init__(self, concurrency: int = 1) -> None:
        self.queue = FairQueue(concurrency)
        self.started: list[str] = []
        self._finished: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def add(self, name: str, owner: str, *, cost: float = 1, size: int = 1) -> None:
        self._finished[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._run(name, owner, cost, size))
        await asyncio.sleep(0)

    async def finish(self, name: str) -> None:
        self._finished[name].set()
        await self._tasks[name]
        await asyncio.sleep(0)

    async def finish_all(self) -> None:
        for event in self._finished.values():
            event.set()
        await asyncio.gather(*self._tasks.values())

    async def cancel(self, name: str) -> None:
        self._tasks[name].cancel()
        await asyncio.gather(self._tasks.pop(name), return_exceptions=True)

    async def _run(self, name: str, owner: str, cost: float, size: int) -> None:
        async with self.queue.take_turn(owner, size=size, cost=cost):
            self.started.append(name)
            await self._finished[name].wait()


@asynccontextmanager
async def busy_queue(concurrency: int = 1) -> AsyncIterator[Jobs]:
    """Yield a queue in which jobs of other users run, and let all jobs finish after the block."""
    jobs = Jobs(concurrency)
    for number in range(concurrency):
        await jobs.add(f"first {number}", f"other {number}")
    yield jobs
    await jobs.finish_all()


async def test_small_images_are_processed_before_large_ones() -> None:
    async with busy_queue() as jobs:
        await jobs.add("large", "alice", cost=50)
        await jobs.add("small", "bob", cost=2)
        await jobs.add("medium", "carol", cost=10)
    assert jobs.started[1:] == ["small", "medium", "large"]


async def test_a_user_with_many_images_does_not_delay_other_users() -> None:
    async with busy_queue() as jobs:
        for number in range(10):
            await jobs.add(f"alice {number}", "alice", cost=2)
        await jobs.add("bob", "bob", cost=3)
    assert jobs.started.index("bob") == 2


async def test_a_large_image_is_not_delayed_forever_by_small_ones() -> None:
    async with busy_queue() as jobs:
        await jobs.add("large", "alice", cost=5)
        previous = "first 0"
        for number in range(10):
            name = f"small {number}"
            await jobs.add(name, f"user {number}", cost=1)
            await jobs.finish(previous)
            if "large" in jobs.started:
                break
            previous = name
    assert jobs.started.index("large") <= 6


async def test_one_image_of_each_user_is_processed_at_a_time() -> None:
    async with busy_queue(concurrency=2) as jobs:
        await jobs.add("alice 1", "alice", cost=1)
        await jobs.add("alice 2", "alice", cost=1)
        await jobs.add("bob", "bob", cost=9)
        await jobs.finish("first 0")
        await jobs.finish("first 1")
        assert jobs.started[2:] == ["alice 1", "bob"]


async def test_an_image_that_finds_no_place_is_rejected() -> None:
    async with busy_queue() as jobs:
        for number in range(limits.MAX_WAITING_IMAGES):
            await jobs.add(f"{number}", f"user {number}")
        with pytest.raises(Unavailable) as raised:
            async with jobs.queue.take_turn("alice", size=1, cost=1):
                pytest.fail("the job started")
        assert raised.value.details == {"retry_after": queue.RETRY_AFTER_SECONDS}


async def test_one_user_cannot_occupy_all_places() -> None:
    async with busy_queue() as jobs:
        for number in range(limits.MAX_WAITING_IMAGES_PER_OWNER):
            await jobs.add(f"{number}", "alice")
        with pytest.raises(Unavailable):
            async with jobs.queue.take_turn("alice", size=1, cost=1):
                pytest.fail("the job started")
        await jobs.add("bob", "bob")
    assert "bob" in jobs.started


async def test_the_memory_of_waiting_images_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_WAITING_BYTES", 10)
    async with busy_queue() as jobs:
        await jobs.add("alice", "alice", size=8)
        with pytest.raises(Unavailable):
            async with jobs.queue.take_turn("bob", size=3, cost=1):
                pytest.fail("the job started")


async def test_an_image_that_waits_too_long_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MAX_WAIT_SECONDS", 0.01)
    async with busy_queue() as jobs:
        with pytest.raises(Unavailable):
            async with jobs.queue.take_turn("bob", size=1, cost=1):
                pytest.fail("the job started")


async def test_a_cancelled_upload_frees_its_place() -> None:
    async with busy_queue() as jobs:
        await jobs.add("alice", "alice")
        await jobs.add("bob", "bob", cost=2)
        await jobs.cancel("alice")
        await jobs.finish("first 0")
        assert jobs.started == ["first 0", "bob"]
        await jobs.cancel("bob")
        await jobs.add("carol", "carol")
        assert jobs.started[-1] == "carol"
