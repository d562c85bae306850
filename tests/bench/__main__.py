"""The benchmark command. It runs the benchmarks and prints the results as a table or as JSON."""

import argparse
import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from itertools import count, repeat

import uvloop

from community import urls
from tests.bench import advertisements, browser, chats, load, push_latency, report, seeded_site
from tests.bench.content import Content
from tests.bench.load import LoadResult
from tests.bench.load_clients import run_load_clients
from tests.bench.measurements import Measurements
from tests.bench.seeded_site import run_seeded_site
from tests.e2e.production_server import ProductionServer

CONNECTIONS = 16
UNCACHED_CONNECTIONS = 8
REPLIES_PER_SECOND = 20
SECONDS = 5.0
REPLIES = 300
FEW_CLIENTS, MANY_CLIENTS = 200, 1_000
# A complete run takes less time, so a run that exceeds this limit hangs and is aborted.
TIMEOUT_SECONDS = 600.0


class BenchmarkRun:
    """One run of the benchmarks against one site."""

    def __init__(
        self, site: ProductionServer, content: Content, *, seconds: float, clients: int
    ) -> None:
        self.site, self.content = site, content
        self.seconds, self.clients = seconds, clients
        self.measurements = Measurements()

    async def measure_pages(self) -> None:
        """Measure page requests per second, and the memory of the server before and after."""
        small, large = self.content.small_discussion.path, self.content.large_discussion.path
        await self._request_once("/", small)
        idle_memory = self._get_memory_megabytes()
        token = self.content.session_tokens[0]
        await self._measure_rate("feed", lambda: self._load_repeatedly("/"))
        post = await self._measure_rate("post", lambda: self._load_repeatedly(small))
        large_post = await self._measure_rate(
            "large_discussion", lambda: self._load_repeatedly(large)
        )
        self.measurements.add(
            "large_discussion_ratio", post.requests_per_second / large_post.requests_per_second
        )
        await self._measure_rate("feed_signed_in", lambda: self._load_repeatedly("/", token))
        await self._measure_rate("post_signed_in", lambda: self._load_repeatedly(small, token))
        await self._measure_rate("feed_uncached", lambda: self._load_uncached_repeatedly("/new"))
        uncached = await self._measure_rate(
            "post_uncached", lambda: self._load_uncached_repeatedly(small)
        )
        large_uncached = await self._load_uncached_repeatedly(large)
        self.measurements.add(
            "large_discussion_uncached_ratio",
            uncached.requests_per_second / large_uncached.requests_per_second,
        )
        self.measurements.add("memory", idle_memory, self._get_memory_megabytes())

    async def measure_writes(self) -> None:
        """Measure page requests per second while users write replies to the same post."""
        discussion = self.content.small_discussion
        async with push_latency.open_reply_client(self.site.url, self.content) as client:
            writing = asyncio.create_task(client.send_replies(discussion, REPLIES_PER_SECOND))
            await self._measure_rate(
                "post_with_writes", lambda: self._load_repeatedly(discussion.path)
            )
            writing.cancel()
            if not writing.cancelled() and writing.done():
                writing.result()

    async def measure_replies(self) -> None:
        """Measure the time from sending a reply to a comment until the server has responded."""
        tokens = self.content.session_tokens
        requests = [
            push_latency.build_reply_request(
                self.content.small_discussion,
                f"Answer {number}: the *crumb* was open this time.",
                cookie=tokens[number % len(tokens)],
                parent_id=self.content.small_discussion.root_ids[number % 20],
            )
            for number in range(REPLIES)
        ]
        result = await load.send_sequentially(self.site.url, requests, expected_status=b"201")
        self.measurements.add("reply", result.get_percentile(0.5), result.get_percentile(0.95))

    async def measure_sockets(self) -> None:
        """Measure how fast a reply reaches other readers, and how much memory open pages need."""
        memory_before = self._get_memory_megabytes()
        url, path = self.site.url, self.content.small_discussion.path
        async with run_load_clients(url, path, FEW_CLIENTS):
            kilobytes = (self._get_memory_megabytes() - memory_before) * 1024
            self.measurements.add("memory_per_tab", kilobytes / FEW_CLIENTS)
            latencies = await push_latency.measure_reply_latency(url, self.content)
            self._record_latencies("push_latency_200", latencies)
            latencies = await push_latency.measure_notification_latency(url, self.content)
            self._record_latencies("notification_latency", latencies)
        async with run_load_clients(url, path, self.clients):
            latencies = await push_latency.measure_reply_latency(url, self.content)
            self._record_latencies("push_latency_1000", latencies)

    async def measure_chats(self) -> None:
        """Measure how fast a message reaches other members, and the cost of opening a chat."""
        url, content = self.site.url, self.content
        for name, chat_id in (
            ("chat_10", content.chats.small_id),
            ("chat_100000", content.chats.large_id),
        ):
            latencies, size = await chats.measure_opening(url, content, chat_id)
            self._record_opening(name, latencies, size)
        self._record_opening("chat_list", *await chats.measure_list(url, content))
        async with self._open_group_and_other_tabs():
            before = seeded_site.get_processor_seconds(self._get_pid())
            latencies = await chats.measure_message_latency(url, content)
            used = seeded_site.get_processor_seconds(self._get_pid()) - before
            self._record_latencies("message_latency_1000", latencies)
            self.measurements.add("message_processor_time", used * 1_000 / len(latencies))
            latencies = await chats.measure_message_latency_over_http(url, content)
            self._record_latencies("message_latency_http", latencies)

    @asynccontextmanager
    async def _open_group_and_other_tabs(self) -> AsyncIterator[None]:
        """Open the group for each member who does not send it messages, and pages in other tabs."""
        url, content = self.site.url, self.content
        group, members = urls.chat(content.chats.group_id), content.member_tokens
        members = members[1 + chats.SENDER_COUNT :]
        rest = self.clients - len(content.member_tokens)
        async with (
            run_load_clients(url, group, len(members), members),
            run_load_clients(url, urls.CHATS, rest // 2, content.session_tokens),
            run_load_clients(url, "/", rest - rest // 2, content.session_tokens),
        ):
            yield

    def _record_opening(self, name: str, latencies: list[float], size: int) -> None:
        self.measurements.add(name, load.compute_percentile(latencies, 0.5), size / 1_024)

    async def measure_advertisements(self) -> None:
        """Measure feeds with and without advertisements, in turns."""
        token = self.content.session_tokens[0]
        ratios = await advertisements.measure_ratios(
            self.site.url,
            self.content.member_tokens[0],
            {
                "feed_advertisements": lambda: self._load_repeatedly("/"),
                "feed_advertisements_signed_in": lambda: self._load_repeatedly("/", token),
            },
        )
        for name, (without, with_them) in ratios.items():
            note = f"{without:,.0f} without, {with_them:,.0f} with"
            self.measurements.add(name, with_them / without, note=note)

    async def measure_first_visit(self) -> None:
        """Measure a visit to a page with an empty browser cache."""
        visit = await browser.measure_first_visit(
            self.site.url + self.content.small_discussion.path
        )
        self.measurements.add("first_contentful_paint", visit.first_contentful_paint)
        self.measurements.add("hydration", visit.hydrated)
        self.measurements.add("transfer_size", visit.kilobytes)
        self.measurements.add("render_blocking_size", visit.render_blocking_kilobytes)

    async def _measure_rate(
        self, name: str, measure: Callable[[], Awaitable[LoadResult]]
    ) -> LoadResult:
        result = await measure()
        self.measurements.add(name, result.requests_per_second, result.get_percentile(0.99))
        return result

    def _record_latencies(self, name: str, latencies: list[float]) -> None:
        self.measurements.add(
            name, load.compute_percentile(latencies, 0.5), load.compute_percentile(latencies, 0.99)
        )

    async def _load_repeatedly(self, path: str, cookie: str = "") -> LoadResult:
        await self._request_once(path, cookie=cookie)
        return await self._send_repeatedly(repeat(load.build_request(path, cookie=cookie)))

    async def _load_uncached_repeatedly(self, path: str) -> LoadResult:
        """Load the page repeatedly without the page cache.

        Each request has a different `next` parameter. The cache does not store pages with this
        parameter.
        """
        return await self._send_repeatedly(
            (load.build_request(f"{path}?modal=auth&next=/{number}") for number in count()),
            connection_count=UNCACHED_CONNECTIONS,
        )

    async def _send_repeatedly(
        self, requests: Iterator[bytes], connection_count: int = CONNECTIONS
    ) -> LoadResult:
        return await load.send_repeatedly(
            self.site.url, requests, connection_count=connection_count, seconds=self.seconds
        )

    async def _request_once(self, *paths: str, cookie: str = "") -> None:
        await load.send_sequentially(
            self.site.url, [load.build_request(path, cookie=cookie) for path in paths]
        )

    def _get_memory_megabytes(self) -> float:
        return seeded_site.get_memory_megabytes(self._get_pid())

    def _get_pid(self) -> int:
        assert self.site.process is not None
        return self.site.process.pid


async def run_benchmark_parts(benchmark_run: BenchmarkRun, parts: list[str]) -> None:
    """Run the named parts of the benchmark in the given order.

    Raise `TimeoutError` if they take longer than `TIMEOUT_SECONDS`.
    """
    async with asyncio.timeout(TIMEOUT_SECONDS):
        for part in parts:
            await getattr(benchmark_run, f"measure_{part}")()


PARTS = ("pages", "writes", "replies", "first_visit", "sockets", "chats", "advertisements")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--seconds",
        type=float,
        default=SECONDS,
        help="duration of each load (default: %(default)s)",
    )
    parser.add_argument(
        "--clients",
        type=int,
        default=MANY_CLIENTS,
        help="tabs that show the page of the largest measurements (default: %(default)s)",
    )
    parser.add_argument("parts", nargs="*", default=PARTS, metavar="PART", help=", ".join(PARTS))
    arguments = parser.parse_args()
    load_before = report.get_load_average()
    # By default SIGTERM ends the process without running the `finally` block that stops the server.
    # Raising SystemExit runs it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    with run_seeded_site() as (site, content):
        benchmark_run = BenchmarkRun(
            site, content, seconds=arguments.seconds, clients=arguments.clients
        )
        try:
            uvloop.run(run_benchmark_parts(benchmark_run, arguments.parts))
        finally:  # Also print what was measured before a part failed.
            machine = report.describe_machine(
                report.get_database_name(site.settings["DATABASE_URL"]), load_before
            )
            if arguments.json:
                print(report.to_json(benchmark_run.measurements, machine))
            else:
                report.print_table(benchmark_run.measurements, machine)
                if arguments.clients != MANY_CLIENTS:
                    print(f"With {arguments.clients} tabs in place of {MANY_CLIENTS}.")


if __name__ == "__main__":
    main()
