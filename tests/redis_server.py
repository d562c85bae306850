"""Access to a Redis server in tests, with a separate database for each pytest-xdist worker."""

import os

import pytest
from redis import Redis
from redis.exceptions import RedisError

REDIS_URL = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")


def flush_redis_and_get_url(xdist_worker: str) -> str:
    """Delete all data in the Redis database of this pytest-xdist worker and return its URL.

    If no Redis server is running, the test is skipped. In CI it fails instead.
    """
    number = 15 - int(xdist_worker.removeprefix("gw")) % 8 if xdist_worker.startswith("gw") else 15
    url = f"{REDIS_URL}/{number}"
    try:
        with Redis.from_url(url, socket_connect_timeout=1) as server:
            server.flushdb()
    except RedisError:
        if os.environ.get("CI"):
            raise
        pytest.skip("No Redis at TEST_REDIS_URL (default: redis://127.0.0.1:6379)")
    return url
