"""In-memory cache for site settings and reactions. They are read often and change rarely.

After a commit, the process that changed a value removes the value from its own cache. Other
processes load the new value when their cached value expires.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy.engine import Engine
from sqlalchemy.ext.asyncio import AsyncSession

# After a change, other processes use the outdated value for at most this long.
CACHE_TTL_SECONDS = 5.0

T = TypeVar("T")

# For each database engine, maps keys to tuples of the load time and the value. There is one cache
# per engine, because tests use several databases in one process.
_entries_by_engine: WeakKeyDictionary[Engine, dict[str, tuple[float, Any]]] = WeakKeyDictionary()


async def get_or_load(
    session: AsyncSession, key: str, load: Callable[[AsyncSession], Awaitable[T]]
) -> T:
    """Return the cached value for `key`.

    If the value is missing or expired, call `load` and cache the result.
    """
    entries = _entries_by_engine.setdefault(session.get_bind(), {})  # type: ignore[arg-type]
    entry = entries.get(key)
    if entry is not None and time.monotonic() - entry[0] < CACHE_TTL_SECONDS:
        return entry[1]  # type: ignore[no-any-return]
    value = await load(session)
    entries[key] = (time.monotonic(), value)
    return value


def invalidate(key: str) -> None:
    """Remove the value for `key` from the cache of this process."""
    for entries in _entries_by_engine.values():
        entries.pop(key, None)
