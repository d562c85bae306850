"""Publish and subscribe across processes: best effort, tiny messages of ids.

Without Redis a message goes straight to the listeners of this process. With it, a message goes to
them at once and to the other processes over one channel, one subscription per process.
"""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from community.core import ids
from community.core.redis import connection
from community.realtime import topics

log = logging.getLogger(__name__)

CHANNEL = "community:hub"
RETRY_SECONDS = 0.5
# A Redis that vanished without a word is noticed after some 30 seconds, where the system knows
# these options of tcp(7).
ALIVE = {"TCP_KEEPIDLE": 15, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}

Message = dict[str, Any]
Listener = Callable[[str, Message], Awaitable[None]]

_origin = ids.new_token()
_listeners: list[Listener] = []


def listen(listener: Listener, *, first: bool = False) -> None:
    """Every message that reaches this process goes to `listener(topic, message)`.

    Args:
        first: it only forgets what is old now, so it hears before those that ask and tell: whoever
            is told and looks again is not shown what was.
    """
    _listeners.insert(0, listener) if first else _listeners.append(listener)


async def publish(topic: str, message: Message) -> None:
    """Tell every process. A Redis that is away loses the message for the others, never for us."""
    await _deliver(topic, message)
    redis = connection()
    if redis is None:
        return
    try:
        await redis.publish(_channel(redis), json.dumps([_origin, topic, message]))
    except (RedisError, OSError) as error:
        log.warning("the hub could not reach Redis: %s", error)


@asynccontextmanager
async def hearing(redis_url: str | None) -> AsyncIterator[None]:
    """Inside the block this process hears the others, if there is a Redis to hear them by."""
    if redis_url is None:
        yield
        return
    redis = Redis.from_url(
        redis_url,
        socket_connect_timeout=2,
        socket_keepalive=True,
        socket_keepalive_options=_options(),
        # The library would wait for seconds and subscribe again without a word: `_pump` tries
        # again by itself.
        retry=Retry(NoBackoff(), 0),
    )
    pump = asyncio.create_task(_pump(redis), name="hub-pump")
    try:
        yield
    finally:
        pump.cancel()
        with suppress(asyncio.CancelledError):
            await pump
        await redis.aclose()


async def _pump(redis: Redis) -> None:
    while True:
        try:
            async with redis.pubsub() as subscription:
                await subscription.subscribe(_channel(redis))
                async for received in subscription.listen():
                    await _take(received)
        except (RedisError, OSError) as error:
            log.warning("the hub lost Redis, trying again: %s", error)
        await asyncio.sleep(RETRY_SECONDS)


async def _take(received: Message) -> None:
    if received["type"] == "subscribe":
        # From here on everything is heard. What was said before may have been missed.
        await _deliver(topics.RESYNC, {})
    elif received["type"] == "message":
        await _receive(received["data"])


async def _receive(data: bytes) -> None:
    try:
        origin, topic, message = json.loads(data)
    except (ValueError, TypeError, RecursionError):
        log.exception("the hub heard what it cannot read")
        return
    if origin != _origin:
        await _deliver(topic, message)


async def _deliver(topic: str, message: Message) -> None:
    for listener in _listeners:
        try:
            await listener(topic, message)
        except Exception:
            log.exception("a listener of the hub failed on %s", topic)


def _channel(redis: Redis) -> str:
    """The channel of one database: channels are shared by all databases of a server."""
    return f"{CHANNEL}:{redis.connection_pool.connection_kwargs.get('db', 0)}"


def _options() -> dict[int, int]:
    return {getattr(socket, name): value for name, value in ALIVE.items() if hasattr(socket, name)}
