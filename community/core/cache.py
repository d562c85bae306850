"""An in-memory cache for values that are loaded asynchronously, for example from the database."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

from cachetools import TLRUCache

V = TypeVar("V")

# The cache remembers when each topic was last invalidated. When it has this many topics, about
# 10 MB, it removes all values instead.
MAX_INVALIDATED_TOPICS = 100_000


@dataclass(frozen=True, slots=True)
class _Entry(Generic[V]):
    """A cached value, and the number of invalidations before its loading began."""

    value: V
    version: int


class Cache(Generic[V]):
    """A cache that removes expired, invalidated and least recently used values.

    A value that is invalidated while it is being loaded may be outdated, so it is returned but not
    stored.

    Args:
        ttl_seconds: Seconds until a value expires, or a function that returns them for a value.
        max_size: The maximum sum of the sizes of all values. A larger value is not stored.
        get_size: Returns the size of a value. By default, each value has the size 1.
        get_topics: Returns the topics of a value, with which `invalidate` removes the value.
        single_flight: Whether concurrent callers with the same key wait for one of them to load the
            value. Callers inside a write transaction must not wait: the caller that loads the value
            may be waiting for the lock of their transaction.
    """

    def __init__(
        self,
        *,
        ttl_seconds: float | Callable[[V], float],
        max_size: float,
        get_size: Callable[[V], float] = lambda _: 1,
        get_topics: Callable[[V], Iterable[Hashable]] = lambda _: (),
        single_flight: bool = True,
    ) -> None:
        def get_expiry(_: Hashable, entry: _Entry[V], now: float) -> float:
            return now + (ttl_seconds(entry.value) if callable(ttl_seconds) else ttl_seconds)

        self._entries: TLRUCache[Hashable, _Entry[V]] = TLRUCache(
            max_size, get_expiry, getsizeof=lambda entry: get_size(entry.value)
        )
        self._get_topics = get_topics
        self._single_flight = single_flight
        self._locks: WeakValueDictionary[Hashable, asyncio.Lock] = WeakValueDictionary()
        self._version = 0
        self._version_after_clear = 0
        self._topic_versions: dict[Hashable, int] = {}

    def find(self, key: Hashable) -> V | None:
        return None if (entry := self._find(key)) is None else entry.value

    async def get_or_load(self, key: Hashable, load: Callable[[], Awaitable[V]]) -> V:
        """Return the cached value. If there is none, call `load` and cache the result."""
        if (entry := self._find(key)) is not None:
            return entry.value
        if not self._single_flight:
            return await self._load(key, load)
        lock = self._locks.setdefault(key, asyncio.Lock())
        async with lock:
            entry = self._find(key)
            return await self._load(key, load) if entry is None else entry.value

    def invalidate(self, topic: Hashable) -> None:
        if len(self._topic_versions) >= MAX_INVALIDATED_TOPICS:
            self.clear()
        self._version += 1
        self._topic_versions[topic] = self._version

    def clear(self) -> None:
        self._version += 1
        self._version_after_clear = self._version
        self._entries.clear()
        self._topic_versions.clear()

    def _find(self, key: Hashable) -> _Entry[V] | None:
        try:  # `get` would look up the key twice.
            entry = self._entries[key]
        except KeyError:
            return None
        return entry if self._is_valid(entry) else None

    async def _load(self, key: Hashable, load: Callable[[], Awaitable[V]]) -> V:
        version = self._version
        entry = _Entry(await load(), version)
        if self._is_valid(entry):
            with suppress(ValueError):  # The value is larger than the cache.
                self._entries[key] = entry
        return entry.value

    def _is_valid(self, entry: _Entry[V]) -> bool:
        version = self._version_after_clear
        for topic in self._get_topics(entry.value):
            version = max(version, self._topic_versions.get(topic, 0))
        return entry.version >= version
