"""The Redis of this process, if any; made at first use (never at import: servers fork)."""

from functools import cache

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from community.core.settings import settings

# Whoever asks Redis has an answer without it too: they wait no longer than this, in seconds.
PATIENCE = 0.5


@cache
def connection() -> "Redis | None":
    """The connections to `REDIS_URL`; None without it."""
    url = settings().redis_url
    if not url:
        return None
    return Redis.from_url(
        url,
        socket_timeout=PATIENCE,
        socket_connect_timeout=PATIENCE,
        health_check_interval=15,
        retry=Retry(NoBackoff(), 1),  # once: a kept connection may have died with the old server
    )


async def close() -> None:
    """Give the connections back."""
    if connection.cache_info().currsize:
        redis = connection()
        connection.cache_clear()
        if redis is not None:
            await redis.aclose()
