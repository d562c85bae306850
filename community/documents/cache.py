"""Documents for guests, kept until something in them changes.

Everybody who is not signed in gets the same page, so it is rendered once. Each page names the topics whose
messages make it old; the hub brings those of all processes. Ages in words ("5 min") bound its life.
"""

import asyncio
import gzip
import hashlib
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from community.realtime import hub, topics
from community.realtime.hub import Message

LIFE_SECONDS = 30.0
# Enough for the pages that are read now; at 30 KB each with its gzipped twin, 40 MB.
KEPT = 1_000
_FAST = 5


@dataclass(frozen=True, slots=True)
class Rendered:
    """A whole answer.

    Attributes:
        topics: whose messages make it old.
        life: seconds after which it is rendered anew in any case; 0 is not kept.
    """

    status: int
    body: bytes
    headers: tuple[tuple[bytes, bytes], ...] = ()
    topics: frozenset[str] = frozenset()
    life: float = LIFE_SECONDS
    zipped: bytes = field(default=b"", repr=False)
    tag: bytes = b""

    def finished(self) -> "Rendered":
        """With its gzipped twin and entity tag, made once for all who will get it."""
        digest = hashlib.blake2b(self.body, digest_size=12).hexdigest()
        return Rendered(
            self.status,
            self.body,
            self.headers,
            self.topics,
            self.life,
            gzip.compress(self.body, _FAST),
            f'"{digest}"'.encode(),
        )


class Cache:
    """Pages by address."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, tuple[float, Rendered]] = OrderedDict()
        self._addresses: dict[str, set[str]] = defaultdict(set)
        self._rendering: dict[str, asyncio.Lock] = {}
        # Counts what became old, so that a page rendered meanwhile is not kept.
        self._changes = 0
        hub.listen(self._hear)

    def find(self, address: str) -> Rendered | None:
        """The page at this address if it is still good."""
        kept = self._pages.get(address)
        return kept[1] if kept is not None and kept[0] > time.monotonic() else None

    async def get(self, address: str, render: Callable[[], Awaitable[Rendered]]) -> Rendered:
        """The page at this address, rendered by one of all that ask for it at once."""
        if (page := self.find(address)) is not None:
            return page
        lock = self._rendering.setdefault(address, asyncio.Lock())
        try:
            async with lock:
                if (page := self.find(address)) is not None:
                    return page
                before = self._changes
                page = (await render()).finished()
                if page.life and before == self._changes:
                    self._keep(address, page)
                return page
        finally:
            self._rendering.pop(address, None)

    def clear(self) -> None:
        """Forget every page."""
        self._pages.clear()
        self._addresses.clear()

    def _keep(self, address: str, page: Rendered) -> None:
        self._pages[address] = (time.monotonic() + page.life, page)
        self._pages.move_to_end(address)
        for topic in page.topics:
            self._addresses[topic].add(address)
        while len(self._pages) > KEPT:
            old, (_, dropped) = self._pages.popitem(last=False)
            for topic in dropped.topics:
                self._addresses[topic].discard(old)

    async def _hear(self, topic: str, _: Message) -> None:
        if topic == topics.RESYNC:
            self._changes += 1
            self.clear()
            return
        self._changes += 1
        for address in self._addresses.pop(topic, ()):
            self._pages.pop(address, None)
