"""Definitions of the benchmarks, with targets and with results of other forum software."""

from dataclasses import dataclass, field
from typing import Literal

PEERS = ("NodeBB 4.11", "Spirit 0.14", "Ghost 6", "Misago 0.39", "FlaskBB 2.2")


@dataclass(frozen=True, slots=True)
class Benchmark:
    """The definition of a benchmark, which is one row of the report."""

    title: str
    unit: str
    # The target for each item of `parts`, or None for a part without a target
    target: tuple[float | None, ...]
    # `higher` if higher results are better, so that the target is a minimum. `lower` if lower
    # results are better, so that the target is a maximum.
    better: Literal["higher", "lower"] = "lower"
    # The names of the numbers that the benchmark measures, such as median and p99
    parts: tuple[str, ...] = ("",)
    # The results of other forum software on a machine of the same size, in the order of `PEERS`
    peers: tuple[str, ...] = ("",) * len(PEERS)


@dataclass(frozen=True, slots=True)
class Measurement:
    """The results of one benchmark: one number per measured part, such as median and p99."""

    benchmark: Benchmark
    values: tuple[float, ...]
    note: str = ""

    @property
    def ratios(self) -> tuple[float | None, ...]:
        """Each value divided by its target, or None for a value without a target."""
        pairs = zip(self.values, self.benchmark.target, strict=True)
        return tuple(value / target if target else None for value, target in pairs)

    @property
    def is_met(self) -> bool | None:
        """Whether every value meets its target, or None if the benchmark has no targets."""
        ratios = [ratio for ratio in self.ratios if ratio is not None]
        if not ratios:
            return None
        return all(
            ratio >= 1 if self._is_higher_better(index) else ratio <= 1
            for index, ratio in enumerate(ratios)
        )

    def _is_higher_better(self, part_index: int) -> bool:
        # A benchmark of a request rate has a latency as its second part, and a lower latency is
        # better.
        return self.benchmark.better == "higher" and part_index == 0


@dataclass
class Measurements:
    """The results measured so far. The keys are the names of the benchmarks in `BENCHMARKS`."""

    by_name: dict[str, Measurement] = field(default_factory=dict)

    def add(self, name: str, *values: float, note: str = "") -> None:
        self.by_name[name] = Measurement(BENCHMARKS[name], values, note)


_RATE = ("", "p99 ms")
_LATENCY = ("median", "p99")
_SIZE = ("median", "KB")

BENCHMARKS = {
    "feed": Benchmark(
        "Feed page, HTML, anonymous, 16 connections",
        "requests/s", (1_500, 50), "higher", _RATE, ("159", "150", "30", "19", "60"),
    ),
    "post": Benchmark(
        "Post page with 100 comments, anonymous",
        "requests/s", (1_000, None), "higher", _RATE, ("30", "31", "52 (JSON)", "9", "6"),
    ),
    "feed_uncached": Benchmark(
        "Feed page, uncached, 8 connections", "requests/s", (300, 150), "higher", _RATE
    ),
    "post_uncached": Benchmark(
        "Post page with 100 comments, uncached", "requests/s", (150, 150), "higher", _RATE
    ),
    "post_with_writes": Benchmark(
        "Post page while 20 replies a second are written", "requests/s", (None, None), "higher",
        _RATE,
    ),
    "large_discussion": Benchmark(
        "First page of 2,000 comments (100 shown)",
        "requests/s", (None, None), "higher", _RATE, ("122", "77", "72 (none)", "24", "28"),
    ),
    "large_discussion_ratio": Benchmark("Throughput ratio, 100 to 2,000 comments", "x", (1.3,)),
    "large_discussion_uncached_ratio": Benchmark("The same ratio, uncached", "x", (1.3,)),
    "feed_signed_in": Benchmark(
        "Feed page, signed in",
        "requests/s", (500, None), "higher", _RATE, ("78", "102", "28", "16", "18"),
    ),
    "post_signed_in": Benchmark(
        "Post page with 100 comments, signed in", "requests/s", (None, None), "higher", _RATE
    ),
    "reply": Benchmark(
        "POST of a reply, signed in, one connection",
        "ms", (8, 15), "lower", ("median", "p95"),
        ("19 / 27", "11 / 16", "22 / 29", "29 / 38", "46 / 77"),
    ),
    "push_latency_200": Benchmark(
        "Reply of A shown to B, 200 other readers",
        "ms", (25, 60), "lower", _LATENCY, ("30 / 69", "none", "none", "none", "none"),
    ),
    "push_latency_1000": Benchmark(
        "The same with 1,000 other readers", "ms", (25, 60), "lower", _LATENCY
    ),
    "notification_latency": Benchmark(
        "Notification of B after a reply of A, 200 other readers",
        "ms", (40, 100), "lower", _LATENCY, ("524 / 541", "none", "none", "none", "none"),
    ),
    "message_latency_1000": Benchmark(
        "Message of A in a group of 50 shown to B, 1,000 tabs, 50 of them show the group",
        "ms", (15, 40), "lower", _LATENCY, ("30 / 69", "none", "none", "none", "none"),
    ),
    "message_latency_http": Benchmark(
        "The same, sent by an HTTP request of a new connection", "ms", (None, None), parts=_LATENCY
    ),
    "message_processor_time": Benchmark(
        "Processor time of the server for such a message", "ms", (None,)
    ),
    "chat_10": Benchmark("Opening a chat with 10 messages", "ms", (None, 40), parts=_SIZE),
    "chat_100000": Benchmark(
        "Opening a chat with 100,000 messages", "ms", (None, 40), parts=_SIZE
    ),
    "chat_list": Benchmark("List of 20 chats", "ms", (None, 40), parts=_SIZE),
    "first_contentful_paint": Benchmark(
        "First contentful paint in Chromium, empty cache",
        "ms", (150,), "lower", ("",), ("324", "214", "230 (comments 912)", "408", "248"),
    ),
    "hydration": Benchmark("Hydrated in Chromium, empty cache", "ms", (600,)),
    "transfer_size": Benchmark(
        "First visit: HTML, scripts and styles, gzipped",
        "KB", (250,), "lower", ("",), ("283", "94", "1,109", "398", "146"),
    ),
    "render_blocking_size": Benchmark("Render-blocking part of that", "KB", (60,)),
    "feed_advertisements": Benchmark(
        "Feed page with advertisements, relative to one without", "x", (0.97,), "higher"
    ),
    "feed_advertisements_signed_in": Benchmark("The same, signed in", "x", (0.97,), "higher"),
    "memory": Benchmark(
        "Memory of the web process",
        "MB", (200, 300), "lower", ("idle", "after load"),
        ("258 / 788", "163 / 174", "342 / 922", "426 / 364", "279 / 288"),
    ),
    "memory_per_tab": Benchmark("Memory per tab with 100 comments open", "KB", (60,)),
}  # fmt: skip
