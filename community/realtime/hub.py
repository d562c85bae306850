"""The message hub. It delivers small messages to listeners in all server processes.

A listener is a function registered with `subscribe`. The hub calls the listeners of the sending
process directly. They are not coroutines, so that no listener can delay the others. A listener that
needs more time, for example to read from the database, starts a background task. Other processes
receive the message through a Redis channel. Without Redis, other processes do not receive the
message. Messages can be lost.
"""

import asyncio
import json
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from functools import cache
from typing import Any, TypeVar

from pydantic import TypeAdapter
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from community.core import ids
from community.core.redis import get_client
from community.realtime import chat_changes  # noqa: F401  # `__subclasses__` lists its messages
from community.realtime.messages import Message, Resync

log = logging.getLogger(__name__)

CHANNEL = "community:hub"
RETRY_SECONDS = 0.5
# With these TCP socket options, a lost connection is detected after about 30 seconds. Options that
# the operating system does not support are omitted.
KEEPALIVE_OPTIONS = {"TCP_KEEPIDLE": 15, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 3}

M = TypeVar("M", bound=Message)

_listeners: list[tuple[type[Message], Callable[[Any], None]]] = []
_decoders: dict[str, TypeAdapter[Any]] = {
    message_type.__name__: TypeAdapter(message_type) for message_type in Message.__subclasses__()
}


def subscribe(message_type: type[M], listener: Callable[[M], None], *, first: bool = False) -> None:
    """Call `listener(message)` for every message of a type that reaches this process.

    Args:
        first: Whether to call this listener before all others. Use `first=True` for a listener that
            invalidates a cache, so that the other listeners do not read outdated data.
    """
    entry = (message_type, listener)
    _listeners.insert(0, entry) if first else _listeners.append(entry)


def publish_locally(message: Message) -> None:
    """Deliver a message to the listeners in this process only."""
    for message_type, listener in _listeners:
        if not isinstance(message, message_type):
            continue
        try:
            listener(message)
        except Exception:
            log.exception("Listener failed for %s", message)


async def publish(message: Message) -> None:
    """Deliver a message to the listeners in all processes.

    If Redis is not configured or not reachable, only the listeners of this process receive it.
    """
    publish_locally(message)
    redis = get_client()
    if redis is None:
        return
    encoded = json.dumps([_get_origin(), type(message).__name__, asdict(message)])
    try:
        await redis.publish(_build_channel_name(redis), encoded)
    except (RedisError, OSError) as error:
        log.warning("Could not publish to Redis: %s", error)


@asynccontextmanager
async def connect(redis_url: str | None) -> AsyncIterator[None]:
    """Receive messages from other processes until the `async with` block ends.

    With `redis_url=None`, this process receives no messages from other processes.
    """
    if redis_url is None:
        yield
        return
    redis = Redis.from_url(
        redis_url,
        socket_connect_timeout=2,
        socket_keepalive=True,
        socket_keepalive_options=_get_keepalive_options(),
        # If redis-py retried, it would subscribe again without notice, and the process would not
        # know that it missed messages. `_receive_forever` reconnects instead.
        retry=Retry(NoBackoff(), 0),
    )
    subscriber = asyncio.create_task(_receive_forever(redis), name="hub-subscriber")
    try:
        yield
    finally:
        subscriber.cancel()
        with suppress(asyncio.CancelledError):
            await subscriber
        await redis.aclose()


async def _receive_forever(redis: Redis) -> None:
    while True:
        try:
            async with redis.pubsub() as subscription:
                await subscription.subscribe(_build_channel_name(redis))
                async for received in subscription.listen():
                    _handle_redis_event(received)
        except (RedisError, OSError) as error:
            log.warning("Lost the connection to Redis. Reconnecting: %s", error)
        await asyncio.sleep(RETRY_SECONDS)


def _handle_redis_event(redis_event: dict[str, Any]) -> None:
    if redis_event["type"] == "subscribe":
        # Messages may have been sent while this process was not subscribed.
        publish_locally(Resync())
    elif redis_event["type"] == "message":
        _deliver_redis_message(redis_event["data"])


def _deliver_redis_message(encoded: bytes) -> None:
    try:
        origin, type_name, fields = json.loads(encoded)
        if origin == _get_origin():
            return
        message = _decoders[type_name].validate_python(fields)
    except (ValueError, TypeError, KeyError, RecursionError):
        log.exception("Received a malformed message from Redis")
        return
    publish_locally(message)


@cache
def _get_origin() -> str:
    """Return what marks the messages of this process, which it has already delivered.

    Importing this module does not create it, because a web server can import it before it forks.
    """
    return ids.new_token()


def _build_channel_name(redis: Redis) -> str:
    """Return a channel name that contains the number of the Redis database.

    All databases of a Redis server share the same channels. Without the number, two sites with
    different databases on the same Redis server would receive each other's messages.
    """
    return f"{CHANNEL}:{redis.connection_pool.connection_kwargs.get('db', 0)}"


def _get_keepalive_options() -> dict[int, int]:
    return {
        getattr(socket, name): value
        for name, value in KEEPALIVE_OPTIONS.items()
        if hasattr(socket, name)
    }
