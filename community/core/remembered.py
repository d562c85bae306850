"""Values that many ask for and that may be a little old, read once in a while."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any, Generic, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy.ext.asyncio import AsyncSession

T = TypeVar("T")


class Remembered(Generic[T]):
    """A value that is read at most once in `seconds`, by one of all who ask at the same time.

    What was read belongs to the database it was read from, and goes with it.
    """

    def __init__(self, read: Callable[[AsyncSession], Awaitable[T]], *, seconds: float) -> None:
        self._read = read
        self._seconds = seconds
        self._known: WeakKeyDictionary[Any, tuple[float, T]] = WeakKeyDictionary()
        self._reading: WeakKeyDictionary[Any, asyncio.Lock] = WeakKeyDictionary()
        # What was being read while somebody said `forget` may be what was to be forgotten.
        self._forgotten = 0

    async def get(self, session: AsyncSession) -> T:
        """The value, read through `session` if nobody did lately."""
        engine = session.get_bind()
        async with self._reading.setdefault(engine, asyncio.Lock()):
            known = self._known.get(engine)
            if known is not None and time.monotonic() - known[0] < self._seconds:
                return known[1]
            before = self._forgotten
            value = await self._read(session)
            if before == self._forgotten:
                self._known[engine] = (time.monotonic(), value)
            return value

    def forget(self) -> None:
        """Read it again the next time."""
        self._forgotten += 1
        self._known.clear()
