"""The same stories for both ways of counting, and what happens when Redis goes away."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from community.throttle import windows
from community.throttle.windows import MemoryWindow, RedisWindow, Window
from tests.redis_server import empty_database

NOW = 1_800_000_000.0
NOBODY = "redis://127.0.0.1:1"


@pytest.fixture
async def redis(worker: str) -> AsyncIterator["Redis"]:
    client = Redis.from_url(empty_database(worker))
    yield client
    await client.aclose()


@pytest.fixture(params=["memory", "redis"])
async def window(request: pytest.FixtureRequest, worker: str) -> AsyncIterator[Window]:
    if request.param == "memory":
        yield MemoryWindow()
        return
    client = Redis.from_url(empty_database(worker))
    yield RedisWindow(client)
    await client.aclose()


async def test_the_limit_is_exact(window: Window) -> None:
    counts = [await window.add("key", f"hit {n}", NOW + n, 3) for n in range(4)]
    assert [count.is_allowed for count in counts] == [True, True, True, False]
    assert [count.hits for count in counts] == [1, 2, 3, 3]
    assert counts[-1].oldest == NOW


async def test_hits_at_the_same_moment_are_as_many_as_the_limit(window: Window) -> None:
    hits = [window.add("key", f"hit {n}", NOW, 5) for n in range(50)]
    assert sum(count.is_allowed for count in await asyncio.gather(*hits)) == 5


async def test_a_hit_leaves_the_window_after_a_minute(window: Window) -> None:
    await window.add("key", "first", NOW, 2)
    await window.add("key", "second", NOW + 30, 2)
    assert not (await window.add("key", "third", NOW + 59.9, 2)).is_allowed
    assert (await window.add("key", "third", NOW + 60, 2)).is_allowed
    assert not (await window.add("key", "fourth", NOW + 60.1, 2)).is_allowed


async def test_keys_do_not_know_each_other(window: Window) -> None:
    assert (await window.add("one", "hit", NOW, 1)).is_allowed
    assert (await window.add("other", "hit", NOW, 1)).is_allowed


async def test_a_hit_that_is_given_back_never_was(window: Window) -> None:
    await window.add("key", "first", NOW, 1)
    await window.remove("key", "first")
    await window.remove("key", "never made")
    assert (await window.add("key", "second", NOW + 1, 1)).oldest == NOW + 1


async def test_two_processes_count_together(redis: "Redis") -> None:
    ours, theirs = RedisWindow(redis), RedisWindow(redis)
    hits = [each.add("key", f"{n}", NOW, 5) for n, each in enumerate([ours, theirs] * 10)]
    assert sum(count.is_allowed for count in await asyncio.gather(*hits)) == 5


async def test_old_keys_are_forgotten() -> None:
    window = MemoryWindow()
    for n in range(1000):
        await window.add(f"visitor {n}", "hit", NOW, 5)
    await window.add("late", "hit", NOW + 61, 5)
    assert list(window._hits) == ["late"]


async def test_without_redis_a_process_counts_alone_and_says_so_once(
    caplog: pytest.LogCaptureFixture,
) -> None:
    window = RedisWindow(Redis.from_url(NOBODY))
    with caplog.at_level(logging.WARNING):
        allowed = [(await window.add("key", f"{n}", NOW, 2)).is_allowed for n in range(3)]
    assert allowed == [True, True, False]
    assert len(caplog.records) == 1


async def test_when_redis_is_back_everybody_counts_together_again(
    redis: "Redis", monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(windows, "REST_SECONDS", 0.0)
    window = RedisWindow(Redis.from_url(NOBODY))
    await window.add("key", "alone", NOW, 2)
    back = RedisWindow(redis)
    window._add, window._redis = back._add, back._redis
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        assert (await window.add("key", "together", NOW, 2)).hits == 1
        await window.add("key", "again", NOW, 2)
    assert len(caplog.records) == 1
