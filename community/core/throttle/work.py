"""Records whether the current request or event has begun expensive work.

A request that fails with 503 before any expensive work does not count against its rate limit. Work
that was begun counts even if it failed, because otherwise a client could repeat it without limit.
"""

from contextvars import ContextVar


class WorkRecord:
    """The record of one request or event. `has_begun` says whether it began expensive work."""

    __slots__ = ("has_begun",)

    def __init__(self) -> None:
        self.has_begun = False


_current: ContextVar[WorkRecord | None] = ContextVar("work", default=None)


def start_recording() -> WorkRecord:
    """Return a new record for the request or event that the current task handles."""
    record = WorkRecord()
    _current.set(record)
    return record


def begin() -> None:
    """Record that expensive work begins, such as hashing a password or processing an image."""
    record = _current.get()
    if record is not None:
        record.has_begun = True
