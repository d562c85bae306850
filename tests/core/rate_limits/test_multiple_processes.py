"""Tests that processes that share a Redis server enforce a common rate limit."""

import asyncio
import os
import sys

from tests.redis_server import flush_redis_and_get_url

ATTEMPTS = 20
PROGRAM = f"""
import asyncio
from community.core import rate_limits
from community.core.errors import TooManyRequests

async def main():
    allowed = 0
    for _ in range({ATTEMPTS}):
        try:
            await rate_limits.count_hit("comments", "user:1")
            allowed += 1
        except TooManyRequests:
            pass
    print(allowed)

asyncio.run(main())
"""


async def test_a_rate_limit_is_exact_across_two_processes(xdist_worker: str) -> None:
    environment = {**os.environ, "REDIS_URL": flush_redis_and_get_url(xdist_worker)}
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", PROGRAM, env=environment, stdout=asyncio.subprocess.PIPE
        )
        for _ in range(2)
    ]
    results = [await process.communicate() for process in processes]
    assert sum(int(output) for output, _ in results) == 30
