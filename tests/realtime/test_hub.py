"""Tests of messages sent between processes through Redis, and of recovery from lost messages."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict

import pytest
from redis.asyncio import Redis

from community.core import redis as redis_module
from community.core.settings import settings
from community.realtime import hub
from community.realtime.messages import CommentChanged, InboxesChanged, Message, PostChanged, Resync
from tests.redis_server import flush_redis_and_get_url

TIMEOUT_SECONDS = 30.0


class MessageRecorder:
    def __init__(self) -> None:
        self._messages: asyncio.Queue[Message] = asyncio.Queue()

    def record(self, message: Message) -> None:
        self._messages.put_nowait(message)

    async def wait_for_next_message(self) -> Message:
        return await asyncio.wait_for(self._messages.get(), TIMEOUT_SECONDS)


@pytest.fixture
def redis_url(xdist_worker: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    url = flush_redis_and_get_url(xdist_worker)
    monkeypatch.setenv("REDIS_URL", url)
    settings.cache_clear()
    redis_module.get_client.cache_clear()
    yield url
    settings.cache_clear()


@pytest.fixture
async def recorder(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[MessageRecorder]:
    """Yield a recorder that receives all messages that are delivered in this process."""
    recorder = MessageRecorder()
    monkeypatch.setattr(hub, "_listeners", [(Message, recorder.record)])
    async with hub.connect(redis_url):
        assert await recorder.wait_for_next_message() == Resync()
        yield recorder
    await redis_module.close()


@pytest.fixture
async def other_process(redis_url: str) -> AsyncIterator[Redis]:
    """Yield a Redis client that publishes messages in place of another process."""
    async with Redis.from_url(redis_url) as redis:
        yield redis


async def publish_from_other_process(
    other_process: Redis, redis_url: str, message: Message
) -> None:
    channel = f"{hub.CHANNEL}:{redis_url.rsplit('/', 1)[1]}"
    encoded = json.dumps(["other process", type(message).__name__, asdict(message)])
    await other_process.publish(channel, encoded)


async def test_a_message_is_received_once_by_each_process(
    recorder: MessageRecorder, other_process: Redis, redis_url: str
) -> None:
    await hub.publish(CommentChanged(7, 42))
    await publish_from_other_process(other_process, redis_url, CommentChanged(7, 43))
    assert await recorder.wait_for_next_message() == CommentChanged(7, 42)
    assert await recorder.wait_for_next_message() == CommentChanged(7, 43)


async def test_after_a_reconnect_listeners_receive_a_resync_message(
    recorder: MessageRecorder, other_process: Redis, redis_url: str
) -> None:
    database = redis_url.rsplit("/", 1)[1]
    for client in await other_process.client_list("pubsub"):
        if client["db"] == database:
            await other_process.client_kill_filter(_id=client["id"])
    await publish_from_other_process(other_process, redis_url, CommentChanged(7, 41))
    assert await recorder.wait_for_next_message() == Resync()
    await publish_from_other_process(other_process, redis_url, CommentChanged(7, 42))
    assert await recorder.wait_for_next_message() == CommentChanged(7, 42)


async def test_messages_of_another_redis_database_are_not_received(
    recorder: MessageRecorder, other_process: Redis, redis_url: str
) -> None:
    await publish_from_other_process(
        other_process, redis_url.rsplit("/", 1)[0] + "/0", CommentChanged(7, 1)
    )
    await publish_from_other_process(other_process, redis_url, CommentChanged(7, 2))
    assert await recorder.wait_for_next_message() == CommentChanged(7, 2)


async def test_without_redis_messages_are_delivered_within_the_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.delenv("REDIS_URL", raising=False)
    settings.cache_clear()
    redis_module.get_client.cache_clear()
    recorder = MessageRecorder()
    monkeypatch.setattr(hub, "_listeners", [(Message, recorder.record)])
    async with hub.connect(settings().redis_url):
        await hub.publish(CommentChanged(7, 42))
        assert await recorder.wait_for_next_message() == CommentChanged(7, 42)


@pytest.mark.parametrize(
    "data",
    [
        "not json",
        "7",
        '["alone"]',
        "[" * 5_000,
        '["other process", "Unknown", {}]',
        '["other process", "PostChanged", {"post_id": "seven"}]',
    ],
)
async def test_malformed_messages_do_not_stop_the_subscriber(
    recorder: MessageRecorder, other_process: Redis, redis_url: str, data: str
) -> None:
    await other_process.publish(f"{hub.CHANNEL}:{redis_url.rsplit('/', 1)[1]}", data)
    await publish_from_other_process(other_process, redis_url, CommentChanged(7, 42))
    assert await recorder.wait_for_next_message() == CommentChanged(7, 42)


async def test_many_messages_are_published_over_few_connections(
    recorder: MessageRecorder,
    other_process: Redis,
    redis_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # On a busy machine, 200 messages can wait longer than half a second for a connection.
    monkeypatch.setattr(redis_module, "TIMEOUT_SECONDS", TIMEOUT_SECONDS)
    async with other_process.pubsub() as subscription:
        await subscription.subscribe(f"{hub.CHANNEL}:{redis_url.rsplit('/', 1)[1]}")
        before = await count_connections(other_process, redis_url)
        await asyncio.gather(*(hub.publish(PostChanged(number)) for number in range(200)))
        connections = await count_connections(other_process, redis_url) - before
        async with asyncio.timeout(TIMEOUT_SECONDS):
            for _ in range(201):  # the confirmation of the subscription and 200 messages
                assert await subscription.get_message(timeout=None)
    assert connections <= redis_module.MAX_CONNECTIONS


async def count_connections(redis: Redis, redis_url: str) -> int:
    database = redis_url.rsplit("/", 1)[1]
    return len([client for client in await redis.client_list() if client["db"] == database])


async def test_cache_invalidation_runs_before_other_listeners(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    calls: list[str] = []

    def push(_message: Message) -> None:
        calls.append("push")

    def invalidate(_message: Message) -> None:
        calls.append("invalidate")

    monkeypatch.setattr(hub, "_listeners", [])
    hub.subscribe(PostChanged, push)
    hub.subscribe(Message, invalidate, first=True)
    await hub.publish(PostChanged(7))
    assert calls == ["invalidate", "push"]


async def test_a_message_with_a_list_of_ids_is_received_unchanged(
    recorder: MessageRecorder, other_process: Redis, redis_url: str
) -> None:
    await publish_from_other_process(other_process, redis_url, InboxesChanged((1, 2)))
    assert await recorder.wait_for_next_message() == InboxesChanged((1, 2))
