"""Publish and subscribe across processes: best effort, tiny messages of ids.

Without Redis a message goes straight to the listeners of this process. With it, a message goes to
them at once and to the other processes over one channel, one subscription per process.
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from redis.asyncio import Redis
from redis.exceptions import RedisError

from community.core import ids
from community.realtime import topics

log = logging.getLogger(__name__)

CHANNEL = "community:hub"
RETRY_SECONDS = 0.5

Message = dict[str, Any]
Listener = Callable[[str, Message], Awaitable[None]]

_origin = ids.new_token()
_listeners: list[Listener] = []
# The connection of this process to the others, while there is one.
_link: list[Redis] = []


def listen(listener: Listener) -> None:
    """Every message that reaches this process goes to `listener(topic, message)`."""
    _listeners.append(listener)


async def publish(topic: str, message: Message) -> None:
    """Tell every process. A Redis that is away loses the message for the others, never for us."""
    await _deliver(topic, message)
    for redis in _link:
        try:
            await redis.publish(CHANNEL, json.dumps([_origin, topic, message]))
        except (RedisError, OSError) as error:
            log.warning("the hub could not reach Redis: %s", error)


@asynccontextmanager
async def connected(redis_url: str | None) -> AsyncIterator[None]:
    """Inside the block this process hears the others, if there is a Redis to hear them by."""
    if redis_url is None:
        yield
        return
    redis = Redis.from_url(redis_url, socket_connect_timeout=2, health_check_interval=15)
    _link.append(redis)
    pump = asyncio.create_task(_pump(redis), name="hub-pump")
    try:
        yield
    finally:
        pump.cancel()
        with suppress(asyncio.CancelledError):
            await pump
        _link.remove(redis)
        await redis.aclose()


async def _pump(redis: Redis) -> None:
    missed = False
    while True:
        try:
            async with redis.pubsub(ignore_subscribe_messages=True) as subscription:
                await subscription.subscribe(CHANNEL)
                if missed:
                    await _deliver(topics.RESYNC, {})
                async for received in subscription.listen():
                    await _receive(received["data"])
        except (RedisError, OSError) as error:
            log.warning("the hub lost Redis, trying again: %s", error)
        missed = True
        await asyncio.sleep(RETRY_SECONDS)


async def _receive(data: bytes) -> None:
    origin, topic, message = json.loads(data)
    if origin != _origin:
        await _deliver(topic, message)


async def _deliver(topic: str, message: Message) -> None:
    for listener in _listeners:
        try:
            await listener(topic, message)
        except Exception:
            log.exception("a listener of the hub failed on %s", topic)
