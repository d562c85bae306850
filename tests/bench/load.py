"""A load generator that sends many requests over a few connections.

Each connection sends its next request as soon as the previous response is complete, as `wrk` does.
One process can send about 20,000 requests per second, so the generator does not limit the results.
"""

import asyncio
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import cast
from urllib.parse import urlsplit

_END_OF_HEADERS = b"\r\n\r\n"


@dataclass(frozen=True, slots=True)
class LoadResult:
    """The duration of a load test in seconds, and the latency of each request in milliseconds."""

    seconds: float
    latencies: list[float]

    @property
    def requests_per_second(self) -> float:
        return len(self.latencies) / self.seconds

    def get_percentile(self, quantile: float) -> float:
        return compute_percentile(self.latencies, quantile)


def compute_percentile(values: Sequence[float], quantile: float) -> float:
    """Return a percentile of the values. A `quantile` of 0.5 returns the median.

    `quantile` is a number from 0 to 1.
    """
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(quantile * len(ordered)))]


def build_request(
    path: str, *, cookie: str = "", body: bytes | None = None, accept: str = "text/html"
) -> bytes:
    """Return the bytes of a GET request, or of a POST request if there is a JSON `body`."""
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
    """A connection that sends requests one after another until `next_request` returns None.

    Attributes:
        latencies: For each request, the milliseconds from sending it to the end of its response.
        done: A future that is resolved after the last response. It raises `ConnectionError` if a
            response does not have the expected status, or if the server closes the connection.
    """

    def __init__(self, next_request: Callable[[], bytes | None], expected_status: bytes) -> None:
        self.latencies: list[float] = []
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._next_request, self._expected_status = next_request, expected_status
        self._received = bytearray()
        self._response_length = 0
        self._sent_at = 0.0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # A cast is needed, because the transport of uvloop does not inherit from asyncio.Transport.
        self._transport = cast("asyncio.Transport", transport)
        self._send_next()

    def data_received(self, data: bytes) -> None:
        self._received += data
        if not self._response_length and (end := self._received.find(_END_OF_HEADERS)) >= 0:
            self._response_length = (
                end + len(_END_OF_HEADERS) + self._get_body_length(bytes(self._received[:end]))
            )
        if self._response_length and len(self._received) >= self._response_length:
            self.latencies.append((time.perf_counter() - self._sent_at) * 1_000)
            self._received.clear()
            self._response_length = 0
            self._send_next()

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_exception(exc or ConnectionError("The server closed the connection."))

    def _send_next(self) -> None:
        request = self._next_request()
        if request is None:
            self.done.set_result(None)
            self._transport.close()
            return
        self._sent_at = time.perf_counter()
        self._transport.write(request)

    def _get_body_length(self, headers: bytes) -> int:
        if not headers.startswith(b"HTTP/1.1 " + self._expected_status):
            self.done.set_exception(
                ConnectionError(f"Unexpected response: {headers.decode('latin-1')[:400]}")
            )
            self._transport.abort()
            return 0
        return parse_content_length(headers)


def parse_content_length(headers: bytes) -> int:
    """Return the value of `Content-Length`. Raise `ValueError` if the header is missing."""
    name = b"content-length:"
    start = headers.lower().index(name) + len(name)
    return int(headers[start:].split(b"\r\n", 1)[0])


async def send_repeatedly(
    url: str, requests: Iterator[bytes], *, connection_count: int, seconds: float
) -> LoadResult:
    """Send requests over `connection_count` parallel connections for `seconds` seconds."""
    deadline = time.perf_counter() + seconds
    return await _send_over_connections(
        url, lambda: next(requests) if time.perf_counter() < deadline else None, connection_count
    )


async def send_sequentially(
    url: str, requests: Sequence[bytes], *, expected_status: bytes = b"200"
) -> LoadResult:
    """Send the requests one after another over one connection.

    Each request is sent after the response to the previous request.
    """
    remaining = iter(requests)
    return await _send_over_connections(url, lambda: next(remaining, None), 1, expected_status)


async def _send_over_connections(
    url: str,
    next_request: Callable[[], bytes | None],
    connection_count: int,
    expected_status: bytes = b"200",
) -> LoadResult:
    address, loop, started_at = urlsplit(url), asyncio.get_running_loop(), time.perf_counter()
    host, port = address.hostname or "", address.port or 80
    connections = [
        (
            await loop.create_connection(
                lambda: Connection(next_request, expected_status), host, port
            )
        )[1]
        for _ in range(connection_count)
    ]
    await asyncio.gather(*(connection.done for connection in connections))
    return LoadResult(
        time.perf_counter() - started_at,
        [latency for connection in connections for latency in connection.latencies],
    )
