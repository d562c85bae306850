"""The Redis server that some stories need: a database of it for each test worker, emptied first."""

import os

import pytest
from redis import Redis
from redis.exceptions import RedisError

SERVER = os.environ.get("TEST_REDIS_URL", "redis://127.0.0.1:6379")


def empty_database(worker: str) -> str:
    """The URL of an empty database of this worker's own.

    Without a server the story is skipped, but in CI, where there is one, that is a failure.
    """
    number = 15 - int(worker.removeprefix("gw")) % 8 if worker.startswith("gw") else 15
    url = f"{SERVER}/{number}"
    try:
        with Redis.from_url(url, socket_connect_timeout=1) as server:
            server.flushdb()
    except RedisError:
        if os.environ.get("CI"):
            raise
        pytest.skip("There is no Redis at TEST_REDIS_URL (redis://127.0.0.1:6379 by default).")
    return url
