"""Startup and shutdown of a web process."""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from community import jobs
from community.core import data_directory, logs, memory, redis
from community.core.db import sessions as database
from community.core.settings import settings
from community.core.text import text_workers
from community.realtime import hub


@asynccontextmanager
async def lifespan() -> AsyncIterator[None]:
    """Run background jobs and receive messages from other processes until the server stops.

    When the server stops, stop its workers and close the connections to the database and to
    Redis.
    """
    memory.limit_unused_memory()
    logs.capture_everything()
    data_directory.prepare(settings().data_dir, settings().database_file)
    # Exclude the loaded modules from garbage collection. Otherwise each full collection scans them
    # and blocks the process for 0.2 seconds.
    memory.clear_class_caches()
    gc.collect()
    gc.freeze()
    gc.enable()  # `reflex run` loads the site without it.
    try:
        async with hub.connect(settings().redis_url), jobs.run_in_server():
            yield
    finally:
        text_workers.stop()
        await database.close()
        await redis.close()
