"""The life of one web process: what opens before its first request and closes after its last."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from community import jobs
from community.core import database, redis
from community.core.settings import settings
from community.realtime import hub


@asynccontextmanager
async def process_life() -> AsyncIterator[None]:
    """Hears the other processes, takes its share of the work, and gives its connections back."""
    # What was loaded stays until the end: looking through it again and again for garbage would stop
    # everybody for a fifth of a second each time.
    gc.collect()
    gc.freeze()
    try:
        async with hub.hearing(settings().redis_url), jobs.in_server():
            yield
    finally:
        await database.close()
        await redis.close()
