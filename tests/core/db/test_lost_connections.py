"""Tests of connections to PostgreSQL that end while the pool keeps them."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import psycopg
import pytest
import pytest_asyncio
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from community.core.db import sessions
from community.core.settings import settings
from tests import databases

pytestmark = pytest.mark.skipif(
    not databases.POSTGRES_URL, reason="connections to a file do not end"
)


@pytest_asyncio.fixture
async def engine(db: None) -> AsyncIterator[AsyncEngine]:
    engine = sessions.make_engine(settings().async_database_url)
    yield engine
    await engine.dispose()


async def test_a_connection_that_the_server_ended_is_replaced(engine: AsyncEngine) -> None:
    has_ended = asyncio.Event()
    async with engine.connect() as connection:
        ended_id = await _get_process_id(connection)
        driver: Any = (await connection.get_raw_connection()).driver_connection
        driver.add_termination_listener(lambda _: has_ended.set())
    _end(engine, ended_id)
    await has_ended.wait()
    async with engine.connect() as connection:
        assert await _get_process_id(connection) != ended_id


async def test_after_a_pause_the_server_is_asked(
    engine: AsyncEngine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The driver has not noticed the end, as if a network had not reported it."""
    async with engine.connect() as connection:
        ended_id = await _get_process_id(connection)
    monkeypatch.setattr(sessions, "PING_AFTER_SECONDS", -1)
    _end(engine, ended_id)
    async with engine.connect() as connection:
        assert await _get_process_id(connection) != ended_id


async def _get_process_id(connection: AsyncConnection) -> int:
    return int((await connection.execute(text("SELECT pg_backend_pid()"))).scalar_one())


def _end(engine: AsyncEngine, process_id: int) -> None:
    """End a connection at the server. The event loop does not run meanwhile."""
    url = engine.url.set(drivername="postgresql").render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True) as administrator:
        administrator.execute("SELECT pg_terminate_backend(%s, 5000)", [process_id])
