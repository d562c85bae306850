"""Many requests over a few connections, fast enough not to be what is measured.

Each connection sends a request the moment that the answer to the last one is complete, as `wrk`
does. One process makes about 20,000 requests a second like this.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

_END = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class Load:
    """What came of it; times in milliseconds."""

    seconds: float
    times: list[float]

    @property
    def per_second(self) -> float:
        return len(self.times) / self.seconds

    def percentile(self, share: float) -> float:
        """The time that this share of the answers (0 to 1) did not exceed."""
        return percentile(self.times, share)


def percentile(times: Sequence[float], share: float) -> float:
    """The value that this share of the times (0 to 1) does not exceed."""
    ordered = sorted(times)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def request(
    path: str, *, cookie: str = "", body: bytes | None = None, accept: str = "text/html"
) -> bytes:
    """A request as a browser sends it; with a body it is a POST of JSON."""
    lines = [
        f"{'GET' if body is None else 'POST'} {path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Accept: {accept}",
        "Accept-Encoding: gzip",
    ]
    if cookie:
        lines.append(f"Cookie: session={cookie}")
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    return "\r\n".join([*lines, "", ""]).encode() + (body or b"")


class Connection(asyncio.Protocol):
    """Asks again and again until it is told to stop."""

    def __init__(self, next_request: Callable[[], bytes | None], expects: bytes) -> None:
        self.times: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._next, self._expects = next_request, expects
        self._received = bytearray()
        self._wanted = 0
        self._asked_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one only in spirit
        self._ask()

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._wanted and (end := self._received.find(_END)) >= 0:
            self._wanted = end + len(_END) + self._length_of_body(bytes(self._received[:end]))
        if self._wanted and len(self._received) >= self._wanted:
            self.times.append((time.perf_counter() - self._asked_at) * 1_000)
            self._received.clear()
            self._wanted = 0
            self._ask()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("The server closed the connection."))

    def _ask(self) -> None:
        wanted = self._next()
        if wanted is None:
            self.done.set_result(None)
            self._transport.close()
            return
        self._asked_at = time.perf_counter()
        self._transport.write(wanted)

    def _length_of_body(self, head: bytes) -> int:
        if not head.startswith(b"HTTP/1.1 " + self._expects):
            self.done.set_exception(ConnectionError(f"It answered {head.decode('latin-1')[:400]}"))
            self._transport.abort()
            return 0
        return length_of_body(head)


def length_of_body(head: bytes) -> int:
    """What the head of an answer says of the length of its body."""
    name = b"content-length:"
    at = head.lower().index(name) + len(name)
    return int(head[at:].split(b"\r\n", 1)[0])


async def keep_asking(
    url: str, requests: Iterator[bytes], *, connections: int, seconds: float
) -> Load:
    """One request after another over so many connections for so long."""
    until = time.perf_counter() + seconds
    return await _all(
        url, lambda: next(requests) if time.perf_counter() < until else None, connections
    )


async def one_by_one(url: str, requests: Sequence[bytes], *, expects: bytes = b"200") -> Load:
    """Each request once, in this order, over one connection."""
    waiting = iter(requests)
    return await _all(url, lambda: next(waiting, None), 1, expects)


async def _all(
    url: str, next_request: Callable[[], bytes | None], connections: int, expects: bytes = b"200"
) -> Load:
    address, loop, began = urlsplit(url), asyncio.get_running_loop(), time.perf_counter()
    host, port = address.hostname or "", address.port or 80
    made = [
        (await loop.create_connection(lambda: Connection(next_request, expects), host, port))[1]
        for _ in range(connections)
    ]
    await asyncio.gather(*(each.done for each in made))
    return Load(time.perf_counter() - began, [one for each in made for one in each.times])
