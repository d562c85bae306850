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
# Enough for the pages that are read now: a hundred or two thousand, with their compressed twins.
KEPT_BYTES = 64 * 1024 * 1024
# What a page takes beside its bytes.
_OVERHEAD = 1_024


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

    @property
    def size(self) -> int:
        """The bytes that it takes to keep it."""
        pieces = (self.head, self.main, self.rail or EMPTY)
        return _OVERHEAD + sum(len(piece.plain) + len(piece.deflated) for piece in pieces)


class Cache:
    """Pages by address, those that were asked for last; `kept_bytes` at the most."""

    def __init__(self, kept_bytes: int = KEPT_BYTES) -> None:
        self._kept_bytes = kept_bytes
        self._size = 0
        self._pages: OrderedDict[str, tuple[float, Prepared]] = OrderedDict()
        self._addresses: dict[str, set[str]] = defaultdict(set)
        self._rendering: dict[str, asyncio.Lock] = {}
        # Counts what became old, so that a page rendered meanwhile is not kept.
        self._changes = 0
        hub.listen(self._hear, first=True)

    def find(self, address: str) -> Prepared | None:
        """The page at this address if it is still good."""
        kept = self._pages.get(address)
        if kept is None or kept[0] <= time.monotonic():
            return None
        self._pages.move_to_end(address)
        return kept[1]

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
        self._size = 0

    def _keep(self, address: str, page: Prepared) -> None:
        self._forget(address)
        self._pages[address] = (time.monotonic() + page.life, page)
        self._size += page.size
        for topic in page.topics:
            self._addresses[topic].add(address)
        while self._size > self._kept_bytes:
            self._forget(next(iter(self._pages)))

    def _forget(self, address: str) -> None:
        kept = self._pages.pop(address, None)
        if kept is None:
            return
        self._size -= kept[1].size
        for topic in kept[1].topics:
            self._addresses[topic].discard(address)
            if not self._addresses[topic]:
                del self._addresses[topic]

    async def _hear(self, topic: str, _: Message) -> None:
        self._changes += 1
        if topic == topics.RESYNC:
            self.clear()
            return
        for address in tuple(self._addresses.get(topic, ())):
            self._forget(address)
