"""Two processes with one Redis are as strict as one."""

import asyncio
import os
import sys

from tests.redis_server import empty_database

HITS = 20
PROGRAM = f"""
import asyncio
from community import throttle
from community.core.errors import TooMany

async def main():
    allowed = 0
    for _ in range({HITS}):
        try:
            await throttle.hit("comments", "user:1")
            allowed += 1
        except TooMany:
            pass
    print(allowed)

asyncio.run(main())
"""


async def test_a_limit_is_exact_across_two_processes(worker: str) -> None:
    environment = {**os.environ, "REDIS_URL": empty_database(worker)}
    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", PROGRAM, env=environment, stdout=asyncio.subprocess.PIPE
        )
        for _ in range(2)
    ]
    printed = [await process.communicate() for process in processes]
    assert sum(int(output) for output, _ in printed) == 30
