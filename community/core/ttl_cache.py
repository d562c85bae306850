"""A cache with a time to live (TTL) for one value that is read from the database."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy.ext.asyncio import AsyncSession

T = TypeVar("T")


class CachedValue(Generic[T]):
    """A value that is read from the database and cached in this process for `ttl_seconds`.

    If several callers need the value at the same time, it is read only once. Each database engine
    has its own cached value.
    """

    def __init__(self, read: Callable[[AsyncSession], Awaitable[T]], *, ttl_seconds: float) -> None:
        self._read = read
        self._ttl_seconds = ttl_seconds
        self._values: WeakKeyDictionary[Any, tuple[float, T]] = WeakKeyDictionary()
        self._locks: WeakKeyDictionary[Any, asyncio.Lock] = WeakKeyDictionary()
        # The number of invalidations so far. If it changes while the value is being loaded, the
        # value may be stale and is not cached.
        self._generation = 0

    async def get(self, session: AsyncSession) -> T:
        engine = session.get_bind()
        async with self._locks.setdefault(engine, asyncio.Lock()):
            cached = self._values.get(engine)
            if cached is not None and time.monotonic() - cached[0] < self._ttl_seconds:
                return cached[1]
            generation = self._generation
            value = await self._read(session)
            if generation == self._generation:
                self._values[engine] = (time.monotonic(), value)
            return value

    def invalidate(self) -> None:
        self._generation += 1
        self._values.clear()
