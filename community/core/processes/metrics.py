"""The Prometheus metrics of this process, which are served at `/metrics`."""

import asyncio
from collections.abc import Callable
from typing import Never

from prometheus_client import Counter, Gauge, Histogram

# The targets are 10 ms for a page of comments and 8 ms for posting a reply, so the buckets are
# narrowest around these times.
_BUCKET_SECONDS = (0.001, 0.002, 0.005, 0.008, 0.015, 0.03, 0.06, 0.125, 0.25, 0.5, 1, 2.5, 10)
LOOP_SAMPLE_SECONDS = 0.5

requests = Counter("community_requests", "HTTP requests.", ["method", "route", "status"])
latency = Histogram(
    "community_request_seconds", "Response time in seconds.", ["route"], buckets=_BUCKET_SECONDS
)
pushes = Counter("community_pushes", "Messages pushed to browser tabs.", ["kind"])
sockets = Gauge("community_sockets", "Connected browser tabs.", multiprocess_mode="livesum")
loop_lag = Gauge(
    "community_loop_lag_seconds", "Delay of the event loop in seconds.", multiprocess_mode="max"
)


async def sample_process_metrics(count_sockets: Callable[[], int]) -> Never:
    """Measure the event loop and the open tabs every `LOOP_SAMPLE_SECONDS`, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        started_at = loop.time()
        await asyncio.sleep(LOOP_SAMPLE_SECONDS)
        loop_lag.set(max(0.0, loop.time() - started_at - LOOP_SAMPLE_SECONDS))
        sockets.set(count_sockets())
