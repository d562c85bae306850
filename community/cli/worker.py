"""Do the background jobs of the site in a process of their own."""

import asyncio
import signal

import typer


def worker() -> None:
    """Do background jobs without serving the site; with JOBS_IN_SERVER=false only these do them."""
    from community.core import logs
    from community.wiring import wire

    logs.configure()
    wire()
    asyncio.run(_work_until_stopped())


async def _work_until_stopped() -> None:
    from community import jobs
    from community.core import database, redis
    from community.core.settings import settings
    from community.realtime import hub

    stopped = asyncio.Event()
    for reason in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(reason, stopped.set)
    try:
        async with hub.hearing(settings().redis_url), jobs.running():
            typer.echo("Working until stopped.")
            await stopped.wait()
    finally:
        await database.close()
        await redis.close()
