"""The last few changes of each place, which every push of that place carries.

A browser may draw two pushes as one: what was in the first must then be in the second too.
"""

import time
from collections import OrderedDict, deque
from collections.abc import Hashable
from typing import Generic, TypeVar

KEPT = 8
KEPT_SECONDS = 10.0
PLACES_KEPT = 500

T = TypeVar("T")


class Recent(Generic[T]):
    """Changes by place, newest last."""

    def __init__(self) -> None:
        self._places: OrderedDict[Hashable, deque[tuple[float, T]]] = OrderedDict()

    def add(self, place: Hashable, change: T) -> list[T]:
        """Note a change of a place; all of its last few, with this one."""
        now = time.monotonic()
        changes = self._places.setdefault(place, deque(maxlen=KEPT))
        self._places.move_to_end(place)
        while len(self._places) > PLACES_KEPT:
            self._places.popitem(last=False)
        while changes and changes[0][0] < now - KEPT_SECONDS:
            changes.popleft()
        changes.append((now, change))
        return [each for _, each in changes]

    def clear(self) -> None:
        """Forget every change."""
        self._places.clear()
