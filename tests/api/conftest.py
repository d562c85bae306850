"""Fixtures for API tests. `client` reaches the API and the example routes in `notes.py`."""

from collections.abc import AsyncIterator, Iterator
from functools import cache

import pytest
from httpx import ASGITransport, AsyncClient
from starlette.types import ASGIApp

from community import authentication
from community.admin.tables import csv_router
from community.api.app import create_app, wrap_in_outer_middleware
from community.core import logs, rate_limits, redis
from community.wiring import wire
from community.workflows import health
from tests.api import notes
from tests.api_conventions import enforce_conventions


@pytest.fixture(autouse=True)
def clear_caches() -> Iterator[None]:
    authentication.clear_cache()
    rate_limits.get_window.cache_clear()
    health.reset()
    yield
    rate_limits.get_window.cache_clear()


@cache
def get_app() -> ASGIApp:
    """Return the API of all tests. It keeps nothing between requests."""
    return enforce_conventions(wrap_in_outer_middleware(create_app(csv_router, notes.router)))


@pytest.fixture
async def client(db: None) -> AsyncIterator[AsyncClient]:
    """Yield an HTTP client that sends requests to the API from the IP address 203.0.113.7."""
    logs.configure()
    wire()
    notes.created_texts.clear()
    transport = ASGITransport(get_app(), client=("203.0.113.7", 4000))
    async with AsyncClient(transport=transport, base_url="http://localhost:3000") as client:
        yield client
    await redis.close()
