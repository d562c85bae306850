"""The Redis client of this process.

The first call of `get_client` creates the client. Importing this module does not create it, because
a web server can import the module before it forks, and processes must not share connections.
"""

from functools import cache

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff

from community.core.settings import settings

# The timeout is short, because every caller can continue without Redis.
TIMEOUT_SECONDS = 0.5
# A call that finds all connections in use waits for one, up to `TIMEOUT_SECONDS`. Each call takes
# less than a millisecond, so a few connections are enough.
MAX_CONNECTIONS = 20


@cache
def get_client() -> Redis | None:
    url = settings().redis_url
    if not url:
        return None
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=MAX_CONNECTIONS,
        timeout=TIMEOUT_SECONDS,
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
        health_check_interval=15,
        # One retry, because Redis may have restarted and closed the pooled connections.
        retry=Retry(NoBackoff(), 1),
    )
    return Redis.from_pool(pool)


async def close() -> None:
    if get_client.cache_info().currsize:
        redis = get_client()
        get_client.cache_clear()
        if redis is not None:
            await redis.aclose()
