"""A limit for log entries that a client can cause as often as it likes."""

import time

WINDOW_SECONDS = 60.0


class LogLimit:
    """Allows a number of log entries per minute in this process."""

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._started_at = 0.0
        self._count = 0

    def allows_entry(self) -> bool:
        """Count an entry, and return whether to write it."""
        now = time.monotonic()
        if now - self._started_at > WINDOW_SECONDS:
            self._started_at, self._count = now, 0
        self._count += 1
        return self._count <= self._per_minute
