"""Delivers frequent messages at most once in a while."""

import asyncio
from collections.abc import Callable

from community.realtime.messages import Message


class MessageCollector:
    """Calls a function for the first of equal messages at once, and for later ones together."""

    def __init__(self, deliver: Callable[[Message], None], seconds: float) -> None:
        self._deliver, self._seconds = deliver, seconds
        # The messages that were delivered within the last seconds, and whether they came again.
        self._came_again: dict[Message, bool] = {}

    def add(self, message: Message) -> None:
        if message in self._came_again:
            self._came_again[message] = True
        else:
            self._deliver_and_wait(message)

    def _deliver_and_wait(self, message: Message) -> None:
        self._came_again[message] = False
        asyncio.get_running_loop().call_later(self._seconds, self._finish, message)
        self._deliver(message)

    def _finish(self, message: Message) -> None:
        if self._came_again.pop(message):
            self._deliver_and_wait(message)
