"""Many readers with a page open: `python -m tests.bench.crowd URL PATH N`.

It says on its output when they are all there, and ends when its input does. A process of its own,
so that what it costs to be many is not counted against the one who is measured.
"""

import asyncio
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.open_page import OpenPage

OPENING_AT_ONCE = 10
READY = b"ready\n"
PATIENCE = 120.0


@asynccontextmanager
async def crowd(url: str, path: str, size: int) -> AsyncIterator[None]:
    """Inside the block so many others have the page open."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.crowd", url, path, str(size)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(PATIENCE):
            if await process.stdout.readline() != READY:
                raise RuntimeError("The crowd did not come together.")
        yield
    finally:
        process.stdin.close()
        await process.wait()


async def gather(url: str, path: str, size: int) -> None:
    """Open the page so many times, and stay until the input ends."""
    at_once = asyncio.Semaphore(OPENING_AT_ONCE)

    async def come() -> OpenPage:
        async with at_once:
            page = await OpenPage.open(url, path)
            page.look_away()
            page.vars.clear()
            return page

    pages = await asyncio.gather(*(come() for _ in range(size)))
    sys.stdout.buffer.write(READY)
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    del pages


if __name__ == "__main__":
    asyncio.run(gather(sys.argv[1], sys.argv[2], int(sys.argv[3])))
