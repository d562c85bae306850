"""What processes tell each other through Redis, and what they do about what they did not hear."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator

import pytest
from redis.asyncio import Redis

from community.core import redis as our_redis
from community.core.settings import settings
from community.realtime import hub, topics
from tests.redis_server import empty_database

PATIENCE = 10.0


class Ear:
    """Hears what reaches this process."""

    def __init__(self) -> None:
        self._heard: asyncio.Queue[tuple[str, hub.Message]] = asyncio.Queue()

    async def hear(self, topic: str, message: hub.Message) -> None:
        self._heard.put_nowait((topic, message))

    async def next(self) -> tuple[str, hub.Message]:
        return await asyncio.wait_for(self._heard.get(), PATIENCE)


@pytest.fixture
def redis_url(worker: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    url = empty_database(worker)
    monkeypatch.setenv("REDIS_URL", url)
    settings.cache_clear()
    our_redis.connection.cache_clear()
    yield url
    settings.cache_clear()


@pytest.fixture
async def ear(redis_url: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Ear]:
    """This process, from the moment on at which it hears the others."""
    listening = Ear()
    monkeypatch.setattr(hub, "_listeners", [listening.hear])
    async with hub.hearing(redis_url):
        assert await listening.next() == (topics.RESYNC, {})
        yield listening
    await our_redis.close()


@pytest.fixture
async def other(redis_url: str) -> AsyncIterator[Redis]:
    """Another process with the same Redis."""
    async with Redis.from_url(redis_url) as redis:
        yield redis


async def say(other: Redis, url: str, topic: str, message: hub.Message) -> None:
    channel = f"{hub.CHANNEL}:{url.rsplit('/', 1)[1]}"
    await other.publish(channel, json.dumps(["somebody else", topic, message]))


async def test_what_one_process_says_is_heard_once_by_each(
    ear: Ear, other: Redis, redis_url: str
) -> None:
    await hub.publish("post:7", {"comment_id": 42})
    await say(other, redis_url, "post:7", {"comment_id": 43})
    assert await ear.next() == ("post:7", {"comment_id": 42})
    assert await ear.next() == ("post:7", {"comment_id": 43})


async def test_who_was_cut_off_looks_again_as_soon_as_it_hears_again(
    ear: Ear, other: Redis, redis_url: str
) -> None:
    database = redis_url.rsplit("/", 1)[1]
    for client in await other.client_list("pubsub"):
        if client["db"] == database:
            await other.client_kill_filter(_id=client["id"])
    await say(other, redis_url, "post:7", {"comment_id": 41})
    assert await ear.next() == (topics.RESYNC, {})
    await say(other, redis_url, "post:7", {"comment_id": 42})
    assert await ear.next() == ("post:7", {"comment_id": 42})


async def test_a_site_in_another_database_of_the_same_redis_is_not_heard(
    ear: Ear, other: Redis, redis_url: str
) -> None:
    await say(other, redis_url.rsplit("/", 1)[0] + "/0", "post:7", {"comment_id": 1})
    await say(other, redis_url, "post:7", {"comment_id": 2})
    assert await ear.next() == ("post:7", {"comment_id": 2})


async def test_without_redis_this_process_hears_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    settings.cache_clear()
    our_redis.connection.cache_clear()
    listening = Ear()
    monkeypatch.setattr(hub, "_listeners", [listening.hear])
    async with hub.hearing(settings().redis_url):
        await hub.publish("post:7", {"comment_id": 42})
        assert await listening.next() == ("post:7", {"comment_id": 42})


@pytest.mark.parametrize("noise", ["not json", "7", '["alone"]', "[" * 5_000])
async def test_what_cannot_be_read_does_not_end_the_hearing(
    ear: Ear, other: Redis, redis_url: str, noise: str
) -> None:
    await other.publish(f"{hub.CHANNEL}:{redis_url.rsplit('/', 1)[1]}", noise)
    await say(other, redis_url, "post:7", {"comment_id": 42})
    assert await ear.next() == ("post:7", {"comment_id": 42})


async def test_who_only_forgets_hears_before_those_that_ask_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    heard: list[str] = []

    async def tell(_topic: str, _message: hub.Message) -> None:
        heard.append("tell")

    async def forget(_topic: str, _message: hub.Message) -> None:
        heard.append("forget")

    monkeypatch.setattr(hub, "_listeners", [])
    hub.listen(tell)
    hub.listen(forget, first=True)
    await hub.publish("post:7", {})
    assert heard == ["forget", "tell"]
