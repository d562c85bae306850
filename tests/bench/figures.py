"""The rows of the table: what is measured, what peers reached on such a machine, what we aim at."""

from dataclasses import dataclass, field
from typing import Literal

PEERS = ("NodeBB 4.11", "Spirit 0.14", "Ghost 6", "Misago 0.39", "FlaskBB 2.2")


@dataclass(frozen=True, slots=True)
class Row:
    """One kind of work.

    Attributes:
        parts: what the numbers of a cell are, where there is more than one.
        target: for each part; None where nothing was promised.
        better: whether a target is to be reached (`more`) or not to be passed (`less`).
        peers: as they were measured, in the order of `PEERS`.
    """

    title: str
    unit: str
    target: tuple[float | None, ...]
    better: Literal["more", "less"] = "less"
    parts: tuple[str, ...] = ("",)
    peers: tuple[str, ...] = ("",) * len(PEERS)


@dataclass(frozen=True, slots=True)
class Figure:
    """A row with what was measured here, one number for each of its parts."""

    row: Row
    ours: tuple[float, ...]
    note: str = ""

    @property
    def ratios(self) -> tuple[float | None, ...]:
        """Ours as a share of the target."""
        pairs = zip(self.ours, self.row.target, strict=True)
        return tuple(ours / target if target else None for ours, target in pairs)

    @property
    def is_met(self) -> bool | None:
        """Whether every part reaches its target; None where there is none."""
        ratios = [each for each in self.ratios if each is not None]
        if not ratios:
            return None
        return all(each >= 1 if self._is_more(at) else each <= 1 for at, each in enumerate(ratios))

    def _is_more(self, at: int) -> bool:
        # The second part of a rate is how long one had to wait for it: less is better.
        return self.row.better == "more" and at == 0


@dataclass
class Figures:
    """What was measured so far, under short names."""

    found: dict[str, Figure] = field(default_factory=dict)

    def add(self, name: str, *ours: float, note: str = "") -> None:
        self.found[name] = Figure(ROWS[name], ours, note)


_RATE = ("", "p99 ms")
_WAIT = ("median", "p99")

ROWS = {
    "feed": Row(
        "Feed page as HTML, anonymous, 16 connections",
        "requests/s", (1_500, 50), "more", _RATE, ("159", "150", "30", "19", "60"),
    ),
    "post": Row(
        "Post page with 100 comments on it, anonymous",
        "requests/s", (1_000, None), "more", _RATE, ("30", "31", "52 (JSON)", "9", "6"),
    ),
    "post_anew": Row(
        "The same, made anew for every request", "requests/s", (None, None), "more", _RATE
    ),
    "thousands": Row(
        "First page of 2,000 comments (100 on it)",
        "requests/s", (None, None), "more", _RATE, ("122", "77", "72 (none)", "24", "28"),
    ),
    "thousands_ratio": Row("The page with 100, as a multiple of that", "x", (1.3,)),
    "thousands_anew_ratio": Row("The same multiple, both made anew", "x", (1.3,)),
    "feed_signed_in": Row(
        "Feed page, signed in",
        "requests/s", (500, None), "more", _RATE, ("78", "102", "28", "16", "18"),
    ),
    "post_signed_in": Row(
        "Post page with 100 comments, signed in", "requests/s", (None, None), "more", _RATE
    ),
    "reply": Row(
        "POST of a reply, signed in, one connection",
        "ms", (8, 15), "less", ("median", "p95"),
        ("19 / 27", "11 / 16", "22 / 29", "29 / 38", "46 / 77"),
    ),
    "seen_200": Row(
        "Reply of A seen by B, 200 others on the same page",
        "ms", (25, 60), "less", _WAIT, ("30 / 69", "none", "none", "none", "none"),
    ),
    "seen_1000": Row(
        "The same with 1,000 others on the same page", "ms", (25, 60), "less", _WAIT
    ),
    "bell": Row(
        "Bell of B moves after A's answer, 200 others on the page",
        "ms", (40, 100), "less", _WAIT, ("524 / 541", "none", "none", "none", "none"),
    ),
    "content": Row(
        "First content in Chromium, empty cache",
        "ms", (150,), "less", ("",), ("324", "214", "230 (comments 912)", "408", "248"),
    ),
    "live": Row("Live and clickable in Chromium, empty cache", "ms", (600,)),
    "weight": Row(
        "HTML, scripts and styles of a first visit, gzipped",
        "KB", (250,), "less", ("",), ("283", "94", "1,109", "398", "146"),
    ),
    "weight_before": Row("What is needed before content shows", "KB", (60,)),
    "memory": Row(
        "Memory of the web process",
        "MB", (200, 300), "less", ("idle", "after load"),
        ("258 / 788", "163 / 174", "342 / 922", "426 / 364", "279 / 288"),
    ),
    "memory_tab": Row("Memory for each tab with 100 comments open", "KB", (60,)),
}  # fmt: skip
