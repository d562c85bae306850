"""What is counted and measured of this process; `/metrics` shows it."""

import asyncio
from collections.abc import Callable
from typing import Never

from prometheus_client import Counter, Gauge, Histogram

# A thread page should take under 10 ms, a reply 8: the buckets are finest there.
_SECONDS = (0.001, 0.002, 0.005, 0.008, 0.015, 0.03, 0.06, 0.125, 0.25, 0.5, 1, 2.5, 10)
LOOP_SAMPLE_SECONDS = 0.5

requests = Counter("community_requests", "Requests answered.", ["method", "route", "status"])
latency = Histogram("community_request_seconds", "Time to answer.", ["route"], buckets=_SECONDS)
pushes = Counter("community_pushes", "Messages sent to open tabs.", ["kind"])
sockets = Gauge("community_sockets", "Open tabs.", multiprocess_mode="livesum")
loop_lag = Gauge(
    "community_loop_lag_seconds", "How late the event loop was lately.", multiprocess_mode="max"
)


async def watch(count_sockets: Callable[[], int]) -> Never:
    """Measure how late the event loop is and how many tabs are open, while the process serves."""
    loop = asyncio.get_running_loop()
    while True:
        asleep_at = loop.time()
        await asyncio.sleep(LOOP_SAMPLE_SECONDS)
        loop_lag.set(max(0.0, loop.time() - asleep_at - LOOP_SAMPLE_SECONDS))
        sockets.set(count_sockets())
