"""Context managers that start background jobs in a process and stop them at shutdown."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from community.core.settings import settings
from community.jobs.process_tasks import run_process_tasks


@asynccontextmanager
async def run_in_server() -> AsyncIterator[None]:
    """Run background jobs and `PROCESS_TASKS` in a web server until the `async with` block ends.

    With the setting `JOBS_IN_SERVER=false`, run only `PROCESS_TASKS`. The command
    `community worker` then runs the background jobs in a separate process.
    """
    async with AsyncExitStack() as stack:
        if settings().jobs_in_server:
            await stack.enter_async_context(run_jobs())
        await stack.enter_async_context(run_process_tasks())
        yield


@asynccontextmanager
async def run_jobs() -> AsyncIterator[None]:
    # Imported here because importing the engine takes half a second, and some processes run no
    # jobs.
    from community.jobs import dispatcher  # noqa: PLC0415

    async with dispatcher.run_dispatcher():
        yield
