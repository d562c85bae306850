"""Clients that keep a page open during a benchmark and so put load on the server.

The clients run in a separate process, so that they do not slow down the client whose latency is
measured: `python -m tests.bench.load_clients URL PATH COUNT COOKIE…`. The process prints "ready"
when all clients have opened the page. It exits when its standard input is closed.
"""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from tests.page_client import PageClient

MAX_CONCURRENT_OPENS = 10
READY = b"ready\n"
TIMEOUT_SECONDS = 300.0


@asynccontextmanager
async def run_load_clients(
    url: str, path: str, count: int, cookies: Sequence[str] = ("",)
) -> AsyncIterator[None]:
    """Run `count` clients that keep a page open until the `with` block ends.

    The clients run in a separate process. They use the session cookies in turn.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.bench.load_clients", url, path, str(count), *cookies),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            if await process.stdout.readline() != READY:
                raise RuntimeError("The load clients did not start.")
        yield
    finally:
        process.stdin.close()
        await process.wait()


async def keep_pages_open(url: str, path: str, count: int, cookies: Sequence[str]) -> None:
    """Open a page in `count` clients, and keep it open until the standard input is closed."""
    semaphore = asyncio.Semaphore(MAX_CONCURRENT_OPENS)

    async def open_page(number: int) -> PageClient:
        async with semaphore:
            page = await PageClient.open(url, path, cookies[number % len(cookies)])
            page.stop_reading()
            page.vars.clear()
            return page

    pages = await asyncio.gather(*(open_page(number) for number in range(count)))
    sys.stdout.buffer.write(READY)
    sys.stdout.flush()
    await asyncio.to_thread(sys.stdin.read)
    del pages


if __name__ == "__main__":
    asyncio.run(keep_pages_open(sys.argv[1], sys.argv[2], int(sys.argv[3]), sys.argv[4:]))
