"""What every request asks of the site and hardly anybody changes, remembered by the process.

A change is dropped from memory right after its commit. Other processes learn of it when what they
remember has become too old, which needs no message between them.
"""

import time
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sqlalchemy.engine import Engine
from sqlalchemy.ext.asyncio import AsyncSession

# An administrator who saves a form sees it on every machine before they have switched tabs.
REMEMBERED_SECONDS = 5.0

T = TypeVar("T")

# What was read belongs to the database it was read from, and goes with it.
_remembered: WeakKeyDictionary[Engine, dict[str, tuple[float, Any]]] = WeakKeyDictionary()


async def remembered(
    session: AsyncSession, name: str, read: Callable[[AsyncSession], Awaitable[T]]
) -> T:
    """The value under that name, read with `read` when it is not known or too old."""
    known = _remembered.setdefault(session.get_bind(), {})  # type: ignore[arg-type]
    found = known.get(name)
    if found is not None and time.monotonic() - found[0] < REMEMBERED_SECONDS:
        return found[1]  # type: ignore[no-any-return]
    value = await read(session)
    known[name] = (time.monotonic(), value)
    return value


def forget(name: str) -> None:
    """Read it again the next time."""
    for known in _remembered.values():
        known.pop(name, None)
