"""Measure everything, and print the table. `--only feed,reply` measures what is named."""

import argparse
import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator
from itertools import count, repeat

import uvloop

from tests.bench import browser, live, load, report
from tests.bench.content import Content
from tests.bench.crowd import crowd
from tests.bench.figures import Figures
from tests.bench.load import Load
from tests.bench.site import filled_site, memory_of
from tests.journeys.production import Production

CONNECTIONS = 16
SECONDS = 5.0
REPLIES = 300
SMALL_CROWD, LARGE_CROWD = 200, 1_000
# Whatever hangs is over by then.
AT_MOST_SECONDS = 300.0


class Bench:
    """One run over one site."""

    def __init__(self, site: Production, content: Content, seconds: float) -> None:
        self.site, self.content, self.seconds = site, content, seconds
        self.figures = Figures()

    async def pages(self) -> None:
        """Pages over HTTP, and what they do to the memory of the process."""
        await self._ask("/", self.content.hundred.path)
        idle = self._memory()
        hundred, thousands = self.content.hundred.path, self.content.thousands.path
        reader = self.content.tokens[0]
        await self._rate("feed", lambda: self._load("/"))
        post = await self._rate("post", lambda: self._load(hundred))
        long = await self._rate("thousands", lambda: self._load(thousands))
        self.figures.add("thousands_ratio", post.per_second / long.per_second)
        await self._rate("feed_signed_in", lambda: self._load("/", reader))
        await self._rate("post_signed_in", lambda: self._load(hundred, reader))
        anew = await self._rate("post_anew", lambda: self._anew(hundred))
        long_anew = await self._anew(thousands)
        self.figures.add("thousands_anew_ratio", anew.per_second / long_anew.per_second)
        self.figures.add("memory", idle, self._memory())

    async def replies(self) -> None:
        """What a reply costs the one who sends it."""
        requests = [
            live.reply(
                self.content.hundred,
                f"Answer {number}: the *crumb* was open this time.",
                cookie=self.content.tokens[number % len(self.content.tokens)],
                parent_id=self.content.hundred.roots[number % 20],
            )
            for number in range(REPLIES)
        ]
        took = await load.one_by_one(self.site.url, requests, expects=b"201")
        self.figures.add("reply", took.percentile(0.5), took.percentile(0.95))

    async def sockets(self) -> None:
        """What others see, and when; and what their tabs cost."""
        before = self._memory()
        path = self.content.hundred.path
        async with crowd(self.site.url, path, SMALL_CROWD):
            self.figures.add("memory_tab", (self._memory() - before) * 1024 / SMALL_CROWD)
            self._waits("seen_200", await live.reply_seen(self.site.url, self.content))
            self._waits("bell", await live.bell_moves(self.site.url, self.content))
        async with crowd(self.site.url, path, LARGE_CROWD):
            self._waits("seen_1000", await live.reply_seen(self.site.url, self.content))

    async def first_visit(self) -> None:
        """What somebody with an empty cache sees."""
        seen = await browser.first_visit(self.site.url + self.content.hundred.path)
        self.figures.add("content", seen.content)
        self.figures.add("live", seen.live)
        self.figures.add("weight", seen.kilobytes)
        self.figures.add("weight_before", seen.kilobytes_before_content)

    async def _rate(self, name: str, measure: Callable[[], Awaitable[Load]]) -> Load:
        took = await measure()
        self.figures.add(name, took.per_second, took.percentile(0.99))
        return took

    async def _load(self, path: str, cookie: str = "") -> Load:
        await self._ask(path, cookie=cookie)
        return await self._keep_asking(repeat(load.request(path, cookie=cookie)))

    async def _anew(self, path: str) -> Load:
        """Each time another address, whose page nobody keeps: with forms that lead elsewhere."""
        return await self._keep_asking(
            load.request(f"{path}?modal=auth&next=/{number}") for number in count()
        )

    async def _keep_asking(self, requests: Iterator[bytes]) -> Load:
        return await load.keep_asking(
            self.site.url, requests, connections=CONNECTIONS, seconds=self.seconds
        )

    async def _ask(self, *paths: str, cookie: str = "") -> None:
        await load.one_by_one(self.site.url, [load.request(path, cookie=cookie) for path in paths])

    def _memory(self) -> float:
        assert self.site.process is not None
        return memory_of(self.site.process.pid)

    def _waits(self, name: str, times: list[float]) -> None:
        self.figures.add(name, load.percentile(times, 0.5), load.percentile(times, 0.99))


async def measure(bench: Bench, parts: list[str]) -> None:
    """The parts that are named, one after another."""
    async with asyncio.timeout(AT_MOST_SECONDS):
        for part in parts:
            await getattr(bench, part)()


PARTS = ("pages", "replies", "first_visit", "sockets")


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="for each rate (%(default)s)"
    )
    parser.add_argument("parts", nargs="*", default=PARTS, metavar="PART", help=", ".join(PARTS))
    chosen = parser.parse_args()
    load_before = report.load_now()
    # Whoever stops us stops the site too: `finally` runs only for exceptions.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Stopped."))
    with filled_site() as (site, content):
        bench = Bench(site, content, chosen.seconds)
        uvloop.run(measure(bench, chosen.parts))
        where = report.machine(report.database_of(site.settings["DATABASE_URL"]), load_before)
    if chosen.json:
        print(report.as_json(bench.figures, where))
    else:
        report.show(bench.figures, where)


if __name__ == "__main__":
    main()
