"""Stores the last few changes of each post or feed, so that each live update repeats them.

If a browser receives two updates at almost the same time, React can skip the first update.
Therefore the second update must also contain the changes of the first update.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

MAX_CHANGES = 8
CHANGE_TTL_SECONDS = 10.0
MAX_KEYS = 500

T = TypeVar("T")


class RecentChanges(Generic[T]):
    """The recent changes for each key, in chronological order."""

    def __init__(self) -> None:
        self._changes: OrderedDict[Hashable, deque[tuple[float, T]]] = OrderedDict()

    def add(self, key: Hashable, change: T) -> list[T]:
        """Store a change and return all recent changes for `key`, the oldest first."""
        now = time.monotonic()
        changes = self._changes.setdefault(key, deque(maxlen=MAX_CHANGES))
        self._changes.move_to_end(key)
        while len(self._changes) > MAX_KEYS:
            self._changes.popitem(last=False)
        while changes and changes[0][0] < now - CHANGE_TTL_SECONDS:
            changes.popleft()
        changes.append((now, change))
        return [recent for _time, recent in changes]

    def clear(self) -> None:
        self._changes.clear()
