"""The part of a file that a client requests with the header `Range` (RFC 9110, section 14)."""

import re
from collections.abc import AsyncIterator
from dataclasses import dataclass

# A number with more digits is larger than any file.
_RANGE = re.compile(r"bytes=(\d{0,18})-(\d{0,18})")


class RangeNotSatisfiable(Exception):
    """The range begins after the end of the file. The status is 416."""


@dataclass(frozen=True, slots=True)
class ByteRange:
    """The bytes from `start` up to, but not including, `stop`, of a file with `size` bytes."""

    start: int
    stop: int
    size: int

    @property
    def length(self) -> int:
        return self.stop - self.start

    @property
    def content_range(self) -> str:
        return f"bytes {self.start}-{self.stop - 1}/{self.size}"

    async def select(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        position = 0
        async for chunk in chunks:
            part = chunk[max(self.start - position, 0) : max(self.stop - position, 0)]
            if part:
                yield part
            position += len(chunk)
            if position >= self.stop:
                return


def parse_range(header: str, size: int) -> ByteRange | None:
    """Return the range that a header requests, or None if the client gets the whole file.

    A header with several ranges is ignored, which the standard allows. Browsers do not send any.
    Raise `RangeNotSatisfiable` if the range contains no byte of the file.
    """
    match = _RANGE.fullmatch(header.strip())
    if match is None or match[0] == "bytes=-":
        return None
    first, last = match.groups()
    if not first:
        start, stop = max(size - int(last), 0), size
    else:
        start, stop = int(first), min(int(last or size) + 1, size)
        if last and int(last) < int(first):
            return None
    if start >= stop:
        raise RangeNotSatisfiable
    return ByteRange(start, stop, size)
