"""Tests of who is on the site, in one process and in several that share a Redis server."""

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from redis.asyncio import Redis

from community.core import clock
from community.realtime.presence import GRACE_SECONDS, KEY, LIFETIME_SECONDS, Presence
from tests.redis_server import flush_redis_and_get_url

USERS = (1, 2, 3)


@pytest.fixture
async def redis(xdist_worker: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(flush_redis_and_get_url(xdist_worker)) as client:
        yield client


async def test_a_user_is_present_for_a_minute_after_the_last_request() -> None:
    presence = Presence(None)
    presence.record(1)
    assert (presence.find_present(USERS), presence.count()) == ({1}, 1)
    with clock.travel(timedelta(seconds=LIFETIME_SECONDS - 10)):
        presence.record(1)
    with clock.travel(timedelta(seconds=LIFETIME_SECONDS + 10)):
        assert presence.find_present(USERS) == {1}
    with clock.travel(timedelta(seconds=2 * LIFETIME_SECONDS)):
        assert (presence.find_present(USERS), presence.count()) == (set(), 0)
        await presence.sync()
        assert presence._expires_at == {}


async def test_closing_the_last_tab_shortens_the_presence() -> None:
    presence = Presence(None)
    presence.record(1)
    presence.leave(1)
    presence.leave(2)
    assert presence.find_present(USERS) == {1}
    with clock.travel(timedelta(seconds=GRACE_SECONDS + 1)):
        assert presence.find_present(USERS) == set()


async def test_processes_share_who_is_present(redis: Redis) -> None:
    first, second = Presence(redis), Presence(redis)
    first.record(1)
    second.record(2)
    for presence in (first, second, first):
        await presence.sync()
    assert first.find_present(USERS) == second.find_present(USERS) == {1, 2}
    assert first.count() == second.count() == 2


async def test_a_tab_in_another_process_keeps_the_user_present(redis: Redis) -> None:
    first, second = Presence(redis), Presence(redis)
    first.record(1)
    second.record(1)
    await second.sync()
    first.leave(1)
    await first.sync()
    with clock.travel(timedelta(seconds=GRACE_SECONDS - 1)):
        second.record(1)
        await second.sync()
    with clock.travel(timedelta(seconds=GRACE_SECONDS + 5)):
        await first.sync()
        assert first.find_present(USERS) == {1}


async def test_the_users_of_a_killed_process_do_not_stay_present(redis: Redis) -> None:
    killed, running = Presence(redis), Presence(redis)
    killed.record(1)
    await killed.sync()
    await running.sync()
    assert running.find_present(USERS) == {1}
    with clock.travel(timedelta(seconds=LIFETIME_SECONDS + 1)):
        await running.sync()
        assert running.find_present(USERS) == set()
    assert await redis.zcard(KEY) == 0


async def test_redis_deletes_all_entries_if_all_processes_stop(redis: Redis) -> None:
    presence = Presence(redis)
    presence.record(1)
    await presence.sync()
    assert 0 < await redis.ttl(KEY) <= LIFETIME_SECONDS


async def test_without_a_reachable_redis_each_process_knows_its_own_users(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with Redis.from_url("redis://127.0.0.1:1") as unreachable:
        presence = Presence(unreachable)
        presence.record(1)
        await presence.sync()
        await presence.sync()
        assert presence.find_present(USERS) == {1}
    assert len(caplog.records) == 1
