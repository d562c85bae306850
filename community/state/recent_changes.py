"""Stores the last few changes of each post or feed. Each pushed update contains all of them.

React may combine two updates in one render and then sees only the second update. Therefore the
second update must contain the changes of the first.
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
        """Store a change and return all recent changes for `key`. The new change is the last."""
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
