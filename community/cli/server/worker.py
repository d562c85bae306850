"""The command `worker`, which runs background jobs in a separate process."""

import asyncio
import signal

import typer


def run_worker() -> None:
    """Run background jobs only. Use it with JOBS_IN_SERVER=false on the web processes."""
    from community.cli.preconditions import check_configuration
    from community.core import logs
    from community.core.processes import memory
    from community.wiring import wire

    check_configuration()
    memory.limit_unused_memory()
    logs.capture_everything()
    wire()
    asyncio.run(_run_until_stopped())


async def _run_until_stopped() -> None:
    from community import jobs
    from community.core import redis
    from community.core.db import sessions as database
    from community.core.settings import settings
    from community.realtime import hub

    stopped = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stopped.set)
    try:
        async with hub.connect(settings().redis_url), jobs.run_jobs():
            typer.echo("Worker started.")
            await stopped.wait()
    finally:
        await database.close()
        await redis.close()
