"""A process that handles one request with an `Idempotency-Key`, and is killed at a commit.

`python -m tests.resilience.keyed_requests COMMIT TOKEN PATH BODY` kills itself after the commit
with this number. The first commit stores the key, and the second one is that of the route.
"""

import asyncio
import os
import signal
import sys

import httpx
from sqlalchemy import event
from sqlalchemy.orm import Session

from community.api.app import create_app, wrap_in_outer_middleware
from community.wiring import wire

KEY = {"Idempotency-Key": "7c1c9a4e", "Content-Type": "application/json"}


async def send(token: str, path: str, body: str) -> httpx.Response:
    transport = httpx.ASGITransport(wrap_in_outer_middleware(create_app()))
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost:3000") as client:
        client.cookies.set("session", token)
        return await client.post(path, content=body, headers=KEY)


def _kill_after_commit(number: int) -> None:
    commits = 0

    def count(_: Session) -> None:
        nonlocal commits
        commits += 1
        if commits == number:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Session, "after_commit", count)


if __name__ == "__main__":
    wire()
    _kill_after_commit(int(sys.argv[1]))
    asyncio.run(send(*sys.argv[2:]))
