"""A process that counts impressions of an advertisement until it is killed.

`python -m tests.resilience.counting_processes ID` prints how many are stored after each batch.
"""

import asyncio
import sys

from community.core import clock
from community.domain import advertising
from community.domain.advertising import CountKey, Slot
from community.jobs.update_advertisements import store_advertisement_counts
from community.wiring import wire

PER_BATCH = 7


async def count_until_killed(advertisement_id: int) -> None:
    slot = Slot(advertisement_id, clock.now().date(), "sidebar")
    stored = 0
    while True:
        for _ in range(PER_BATCH):
            advertising.buffer.add(CountKey(slot, "impressions"))
        await store_advertisement_counts()
        stored += PER_BATCH
        print(stored, flush=True)  # read by the test


if __name__ == "__main__":
    wire()
    asyncio.run(count_until_killed(int(sys.argv[1])))
