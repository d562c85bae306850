"""A client of the whole interface, and the routes of a tiny subject to try its rules on."""

from collections.abc import AsyncIterator, Iterator

import pytest
from httpx import ASGITransport, AsyncClient

from community import recognition
from community.api.app import around, build
from community.core import logs, redis
from community.throttle import windows
from community.wiring import wire
from tests.api import notes


@pytest.fixture(autouse=True)
def nothing_remembered() -> Iterator[None]:
    """Each story begins with a process that has seen nobody."""
    recognition.forget_all()
    windows.window.cache_clear()
    yield
    windows.window.cache_clear()


@pytest.fixture
async def client(db: None) -> AsyncIterator[AsyncClient]:
    """A program that calls the interface from 203.0.113.7."""
    logs.configure()
    wire()
    notes.written.clear()
    transport = ASGITransport(around(build(notes.router)), client=("203.0.113.7", 4000))
    async with AsyncClient(transport=transport, base_url="http://localhost:3000") as client:
        yield client
    await redis.close()
