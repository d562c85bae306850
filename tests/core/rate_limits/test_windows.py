"""Tests of sliding-window counters in memory and in Redis, and of the fallback to memory."""

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis

from community.core import rate_limits
from community.core.rate_limits import Limit, MemoryWindow, RedisWindow, Window
from tests.redis_server import flush_redis_and_get_url

NOW = 1_800_000_000.0


def allow(hits: int, seconds: float = 60.0) -> Limit:
    return Limit("login", hits, seconds)


UNREACHABLE_REDIS_URL = "redis://127.0.0.1:1"


@pytest.fixture
async def redis(xdist_worker: str) -> AsyncIterator[Redis]:
    client = Redis.from_url(flush_redis_and_get_url(xdist_worker))
    yield client
    await client.aclose()


@pytest.fixture(params=["memory", "redis"])
async def window(request: pytest.FixtureRequest, xdist_worker: str) -> AsyncIterator[Window]:
    """Yield an empty counter. Each test runs with a counter in memory and with one in Redis."""
    if request.param == "memory":
        yield MemoryWindow()
        return
    client = Redis.from_url(flush_redis_and_get_url(xdist_worker))
    yield RedisWindow(client)
    await client.aclose()


async def test_a_window_allows_exactly_the_given_number_of_requests(window: Window) -> None:
    counts = [await window.add("key", f"hit {n}", NOW + n, allow(3)) for n in range(4)]
    assert [count.is_allowed for count in counts] == [True, True, True, False]
    assert [count.hits for count in counts] == [1, 2, 3, 3]
    assert counts[-1].oldest == NOW


async def test_concurrent_requests_do_not_exceed_the_limit(window: Window) -> None:
    hits = [window.add("key", f"hit {n}", NOW, allow(5)) for n in range(50)]
    assert sum(count.is_allowed for count in await asyncio.gather(*hits)) == 5


async def test_a_counted_request_expires_after_a_minute(window: Window) -> None:
    await window.add("key", "first", NOW, allow(2))
    await window.add("key", "second", NOW + 30, allow(2))
    assert not (await window.add("key", "third", NOW + 59.9, allow(2))).is_allowed
    assert (await window.add("key", "third", NOW + 60, allow(2))).is_allowed
    assert not (await window.add("key", "fourth", NOW + 60.1, allow(2))).is_allowed


async def test_a_window_can_be_longer_than_a_minute(window: Window) -> None:
    hour = allow(1, 3_600.0)
    await window.add("key", "first", NOW, hour)
    later = await window.add("key", "second", NOW + 3_599, hour)
    assert (later.is_allowed, later.oldest) == (False, NOW)
    assert (await window.add("key", "third", NOW + 3_600, hour)).is_allowed


async def test_requests_are_counted_separately_for_each_key(window: Window) -> None:
    assert (await window.add("one", "hit", NOW, allow(1))).is_allowed
    assert (await window.add("other", "hit", NOW, allow(1))).is_allowed


async def test_a_removed_request_does_not_count_against_the_limit(window: Window) -> None:
    await window.add("key", "first", NOW, allow(1))
    await window.remove("key", "first")
    await window.remove("key", "unknown")
    assert (await window.add("key", "second", NOW + 1, allow(1))).oldest == NOW + 1


async def test_two_processes_with_the_same_redis_server_share_the_counts_of_requests(
    redis: Redis,
) -> None:
    windows_of_two_processes = [RedisWindow(redis), RedisWindow(redis)]
    hits = [
        window.add("key", f"{n}", NOW, allow(5))
        for n, window in enumerate(windows_of_two_processes * 10)
    ]
    assert sum(count.is_allowed for count in await asyncio.gather(*hits)) == 5


async def test_expired_keys_are_deleted_from_memory() -> None:
    window = MemoryWindow()
    for n in range(1000):
        await window.add(f"client {n}", "hit", NOW, allow(5))
    await window.add("late", "hit", NOW + 61, allow(5))
    assert list(window._hits) == ["late"]


async def test_if_redis_is_unreachable_requests_are_counted_in_memory_and_one_warning_is_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    window = RedisWindow(Redis.from_url(UNREACHABLE_REDIS_URL))
    with caplog.at_level(logging.WARNING):
        allowed = [(await window.add("key", f"{n}", NOW, allow(2))).is_allowed for n in range(3)]
    assert allowed == [True, True, False]
    assert len(caplog.records) == 1


async def test_requests_are_counted_in_redis_again_after_redis_recovers(
    redis: Redis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(rate_limits, "REDIS_BACKOFF_SECONDS", 0.0)
    window = RedisWindow(Redis.from_url(UNREACHABLE_REDIS_URL))
    await window.add("key", "local", NOW, allow(2))
    recovered = RedisWindow(redis)
    window._add, window._redis = recovered._add, recovered._redis
    caplog.clear()
    with caplog.at_level(logging.WARNING):
        assert (await window.add("key", "shared", NOW, allow(2))).hits == 1
        await window.add("key", "again", NOW, allow(2))
    assert len(caplog.records) == 1
