"""Tests of the web server with clients that send slowly, leave early or send long headers."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from io import StringIO

import pytest

from community.api.app import create_app, wrap_in_outer_middleware
from community.cli.server.http_protocol import LimitedHttpProtocol
from community.core.http import request_limits
from tests.api import notes
from tests.http_server import serve

HEAD = b"POST /notes HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"


@asynccontextmanager
async def run_server() -> AsyncIterator[int]:
    """Run the API in a web server until the `with` block ends. Yield the port."""
    app = wrap_in_outer_middleware(create_app(notes.router))
    async with serve(app, http=LimitedHttpProtocol, log_level="warning") as url:
        yield int(url.rpartition(":")[2])


async def exchange(port: int, request: bytes) -> bytes:
    """Send the bytes, and return everything that the server sends until it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    async with asyncio.timeout(15):
        response = await reader.read()
    writer.close()
    return response


def list_entries(log_output: StringIO) -> list[dict[str, object]]:
    return [json.loads(line) for line in log_output.getvalue().splitlines()]


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"", b""),
        (b"GET /he", b"408"),
        (b"GET /health HTTP/1.1\r\nHost: loc", b"408"),
        (HEAD + b"Content-Length: 20\r\n\r\n", b"408"),
        (HEAD + b'Content-Length: 20\r\n\r\n{"text":', b"408"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n4\r\n{}", b"408"),
    ],
)
async def test_half_a_request_is_closed(
    db: None,
    monkeypatch: pytest.MonkeyPatch,
    request_bytes: bytes,
    status: bytes,
    log_output: StringIO,
) -> None:
    monkeypatch.setattr(request_limits, "READ_TIMEOUT_SECONDS", 0.3)
    async with run_server() as port:
        response = await exchange(port, request_bytes)
        assert response[9:12] == status
    for entry in list_entries(log_output):
        assert (entry["event"], entry["status"]) == ("request", 499)


async def test_a_client_that_sends_a_byte_now_and_then_is_closed(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "READ_TIMEOUT_SECONDS", 0.2)
    async with run_server() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"Content-Length: 1000000\r\n\r\n")
        closed = asyncio.create_task(reader.read())
        async with asyncio.timeout(15):
            while not closed.done():
                writer.write(b" ")
                await asyncio.wait([closed], timeout=0.02)
        # The response is lost if the server resets the connection because of unread data.
        if not isinstance(closed.exception(), ConnectionResetError):
            assert closed.result()[9:12] in {b"408", b""}
        writer.close()


async def test_a_body_that_arrives_steadily_may_take_longer_than_the_timeout(
    db: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_limits, "READ_TIMEOUT_SECONDS", 1.0)
    body = b'{"text": "' + b"a" * 15_000 + b'"}'
    async with run_server() as port:
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(HEAD + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body))
        closed = asyncio.create_task(reader.read())
        for start in range(0, len(body), 1_000):
            writer.write(body[start : start + 1_000])
            await asyncio.wait([closed], timeout=0.1)
        async with asyncio.timeout(15):
            assert (await closed)[9:12] in {b"201", b"422"}
        writer.close()


async def test_long_headers_are_refused_while_they_arrive(db: None) -> None:
    async with run_server() as port:
        response = await exchange(port, b"GET / HTTP/1.1\r\nX-Long: " + b"a" * 70_000)
        assert response[9:12] == b"431"


@pytest.mark.parametrize(
    "request_bytes",
    [HEAD + b'Content-Length: 20\r\n\r\n{"text":', HEAD + b"Content-Length: 20\r\n\r\n"],
)
async def test_a_client_that_leaves_while_it_sends_causes_no_error(
    db: None, log_output: StringIO, request_bytes: bytes
) -> None:
    async with run_server() as port:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(request_bytes)
        await writer.drain()
        writer.close()
        async with asyncio.timeout(15):
            while not log_output.getvalue():  # noqa: ASYNC110 - a stream cannot set an event
                await asyncio.sleep(0)
    [entry] = list_entries(log_output)
    assert (entry["event"], entry["level"], entry["status"]) == ("request", "info", 499)
