"""In-memory cache for the content of server-rendered pages.

Guests and most members see the same content, so the server renders the content only once for all of
them. The header and the navigation are not cached, because they differ between viewers.

When data changes, the message hub (`realtime/hub.py`) delivers a message with a topic, for example
`post:7`, to all server processes. The cache then removes all pages that list this topic. Pages also
expire after a time, because they show relative times such as "5 min".
"""

import asyncio
import time
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from community.realtime import hub, topics
from community.realtime.hub import Message
from community.ssr.gzip import EMPTY_CHUNK, Chunk

TTL_SECONDS = 30.0
# Enough for one to two thousand pages. Each is stored uncompressed and compressed.
MAX_BYTES = 64 * 1024 * 1024
# Estimated memory in bytes that a page needs in addition to its content.
_OVERHEAD = 1_024


@dataclass(frozen=True, slots=True)
class CachedPage:
    """A rendered page without its header, navigation and footer.

    Attributes:
        location: The target URL if the page is a redirect, else empty.
        sidebar: The content of the sidebar. None if the page has no sidebar.
        active_href: The URL of the navigation link that is marked as current.
        topics: Topics of the message hub. A message with one of them removes the page from the
            cache.
        ttl: Seconds until the page expires. 0 if the page must not be cached.
        audience: The viewers who get the same content as guests (see `routing.Audience`).
    """

    status: int
    location: str = ""
    head: Chunk = EMPTY_CHUNK
    main: Chunk = EMPTY_CHUNK
    sidebar: Chunk | None = None
    active_href: str = ""
    topics: frozenset[str] = frozenset()
    ttl: float = TTL_SECONDS
    audience: str = "everyone"

    @property
    def size(self) -> int:
        """The estimated memory that the page needs, in bytes."""
        chunks = (self.head, self.main, self.sidebar or EMPTY_CHUNK)
        return _OVERHEAD + sum(len(chunk.plain) + len(chunk.deflated) for chunk in chunks)


class PageCache:
    """A cache that removes the least recently used pages when it exceeds `max_bytes`."""

    def __init__(self, max_bytes: int = MAX_BYTES) -> None:
        self._max_bytes = max_bytes
        self._size = 0
        self._pages: OrderedDict[str, tuple[float, CachedPage]] = OrderedDict()
        self._keys_by_topic: dict[str, set[str]] = defaultdict(set)
        self._locks: dict[str, asyncio.Lock] = {}
        # For each page that is being rendered, the topics of the messages that have arrived since
        # the rendering began. The topics of a page are known only after it has been rendered.
        self._renderings: list[set[str]] = []
        hub.subscribe(self._invalidate_topic, first=True)

    def find(self, key: str) -> CachedPage | None:
        """Return the cached page, or None if the page is not in the cache or has expired."""
        entry = self._pages.get(key)
        if entry is None or entry[0] <= time.monotonic():
            return None
        self._pages.move_to_end(key)
        return entry[1]

    async def get(self, key: str, render: Callable[[], Awaitable[CachedPage]]) -> CachedPage:
        """Return the cached page. If the page is not cached, call `render` and cache the result.

        Concurrent calls with the same key render the page only once. If a message with a topic of
        the page arrives while the page is rendered, the page may be outdated and is not cached.
        """
        if (page := self.find(key)) is not None:
            return page
        lock = self._locks.setdefault(key, asyncio.Lock())
        try:
            async with lock:
                if (page := self.find(key)) is not None:
                    return page
                return await self._render_and_store(key, render)
        finally:
            self._locks.pop(key, None)

    def clear(self) -> None:
        self._pages.clear()
        self._keys_by_topic.clear()
        self._size = 0

    async def _render_and_store(
        self, key: str, render: Callable[[], Awaitable[CachedPage]]
    ) -> CachedPage:
        changed_topics: set[str] = set()
        self._renderings.append(changed_topics)
        try:
            page = await render()
        finally:
            self._renderings = [other for other in self._renderings if other is not changed_topics]
        if page.ttl and changed_topics.isdisjoint((topics.RESYNC, *page.topics)):
            self._store(key, page)
        return page

    def _store(self, key: str, page: CachedPage) -> None:
        self._remove(key)
        self._pages[key] = (time.monotonic() + page.ttl, page)
        self._size += page.size
        for topic in page.topics:
            self._keys_by_topic[topic].add(key)
        while self._size > self._max_bytes:
            self._remove(next(iter(self._pages)))

    def _remove(self, key: str) -> None:
        entry = self._pages.pop(key, None)
        if entry is None:
            return
        _, page = entry
        self._size -= page.size
        for topic in page.topics:
            self._keys_by_topic[topic].discard(key)
            if not self._keys_by_topic[topic]:
                del self._keys_by_topic[topic]

    def _invalidate_topic(self, topic: str, _: Message) -> None:
        for changed_topics in self._renderings:
            changed_topics.add(topic)
        if topic == topics.RESYNC:
            self.clear()
            return
        for key in tuple(self._keys_by_topic.get(topic, ())):
            self._remove(key)
