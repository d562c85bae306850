"""Taking part in the work of the site: from the start of a process to its end."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from community.core.settings import settings
from community.jobs.chores import doing_chores


@asynccontextmanager
async def in_server() -> AsyncIterator[None]:
    """For a web process: its own chores, and its share of the work.

    The work is left to others where the operator runs `community worker` (JOBS_IN_SERVER=false).
    """
    async with AsyncExitStack() as stack:
        if settings().jobs_in_server:
            await stack.enter_async_context(running())
        await stack.enter_async_context(doing_chores())
        yield


@asynccontextmanager
async def running() -> AsyncIterator[None]:
    """Inside the block this process does its share of the work of the site."""
    # The engine takes half a second to load, which processes without jobs can save.
    from community.jobs import handing  # noqa: PLC0415

    async with handing.taking_part():
        yield
