"""Pages kept until something in them changes, without the frame that is each reader's own.

Guests get the same page, and members most often too, so it is rendered once. Each page names the
topics whose messages make it old; the hub brings those of all processes. Ages in words ("5 min")
bound its life.
"""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from community.documents.zipping import EMPTY, Piece
from community.realtime import hub, topics
from community.realtime.hub import Message

LIFE_SECONDS = 30.0
# Enough for the pages that are read now; at 100 KB each with its compressed twin, 100 MB at the
# most.
KEPT = 1_000


@dataclass(frozen=True, slots=True)
class Prepared:
    """A page without its frame: what can be the same for many.

    Attributes:
        location: where it moved, for a redirect.
        main, rail: the text, and what stands beside it (None for a wide page).
        topics: whose messages make it old.
        life: seconds after which it is made anew in any case; 0 is not kept.
        audience: for whom it is the same (`content.Audience`).
    """

    status: int
    location: str = ""
    head: Piece = EMPTY
    main: Piece = EMPTY
    rail: Piece | None = None
    here: str = ""
    topics: frozenset[str] = frozenset()
    life: float = LIFE_SECONDS
    audience: str = "everybody"


class Cache:
    """Pages by address."""

    def __init__(self) -> None:
        self._pages: OrderedDict[str, tuple[float, Prepared]] = OrderedDict()
        self._addresses: dict[str, set[str]] = defaultdict(set)
        self._rendering: dict[str, asyncio.Lock] = {}
        # Counts what became old, so that a page rendered meanwhile is not kept.
        self._changes = 0
        hub.listen(self._hear)

    def find(self, address: str) -> Prepared | None:
        """The page at this address if it is still good."""
        kept = self._pages.get(address)
        return kept[1] if kept is not None and kept[0] > time.monotonic() else None

    async def get(self, address: str, render: Callable[[], Awaitable[Prepared]]) -> Prepared:
        """The page at this address, rendered by one of all that ask for it at once."""
        if (page := self.find(address)) is not None:
            return page
        lock = self._rendering.setdefault(address, asyncio.Lock())
        try:
            async with lock:
                if (page := self.find(address)) is not None:
                    return page
                before = self._changes
                page = await render()
                if page.life and before == self._changes:
                    self._keep(address, page)
                return page
        finally:
            self._rendering.pop(address, None)

    def clear(self) -> None:
        """Forget every page."""
        self._pages.clear()
        self._addresses.clear()

    def _keep(self, address: str, page: Prepared) -> None:
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
