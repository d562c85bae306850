"""Tests that a process that is killed loses only its last batch, and counts nothing twice."""

import asyncio
import os
import sys
from asyncio.subprocess import Process
from pathlib import Path

from community.core.db.sessions import read_session
from community.domain import advertising
from tests.cast import Cast
from tests.databases import ROOT
from tests.domain.advertising.rows import create
from tests.resilience.counting_processes import PER_BATCH

TIMEOUT_SECONDS = 120.0
BATCHES = 10


async def start_counting(advertisement_id: int, folder: Path) -> Process:
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.resilience.counting_processes", str(advertisement_id)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        cwd=ROOT,
        env={**os.environ, "DATA_DIR": str(folder), "PYTHONPATH": str(ROOT)},
    )


async def kill_after_batches(process: Process) -> int:
    """Kill the process after some batches, and return how many counts it has reported."""
    assert process.stdout
    for _ in range(BATCHES):
        await process.stdout.readline()
    process.kill()
    rest = (await process.stdout.read()).split()
    await process.wait()
    return BATCHES * PER_BATCH + len(rest) * PER_BATCH


async def test_killed_processes_lose_and_double_nothing_that_is_stored(
    cast: Cast, site: Path
) -> None:
    shown = await create(cast.olga)
    processes = [await start_counting(shown.id, site) for _ in range(2)]
    async with asyncio.timeout(TIMEOUT_SECONDS):
        reported = sum(await asyncio.gather(*map(kill_after_batches, processes)))
    async with read_session() as session:
        found = await advertising.get_advertisement(session, cast.olga, shown.id)
        [row] = await advertising.get_statistics(
            session, cast.olga, advertisement_id=shown.id, by="day"
        )
    # Each process may have stored one more batch before it was killed. No batch is stored in part.
    assert reported <= found.impressions <= reported + 2 * PER_BATCH
    assert found.impressions % PER_BATCH == 0
    assert row.impressions == found.impressions
