"""Tests of the SQLite driver, which calls its database thread only once for each statement."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection
from sqlmodel import select

from community.core.db.sessions import make_engine, read_session, unit_of_work
from community.core.db.sqlite_driver import BufferedConnection
from community.core.settings import settings
from community.models import User


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[AsyncConnection]:
    """Yield a connection to a new database that has one table."""
    engine = make_engine(f"sqlite+aiosqlite:///{tmp_path / 'one.db'}")
    async with engine.connect() as connection:
        await connection.execute(
            text("CREATE TABLE jars (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        )
        yield connection
    await engine.dispose()


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Return a list that collects the calls in the database thread."""
    calls: list[Any] = []
    execute: Any = BufferedConnection._execute

    async def record_and_execute(self: BufferedConnection, *call: Any) -> Any:
        calls.append(call)
        return await execute(self, *call)

    monkeypatch.setattr(BufferedConnection, "_execute", record_and_execute)
    return calls


async def insert_rows(connection: AsyncConnection, *names: str) -> Any:
    values = [{"name": name} for name in names]
    return await connection.execute(text("INSERT INTO jars (name) VALUES (:name)"), values)


async def test_running_a_statement_and_reading_its_rows_takes_one_thread_round_trip(
    connection: AsyncConnection, calls: list[Any]
) -> None:
    await insert_rows(connection, "rye", "wheat")
    calls.clear()
    rows = await connection.execute(text("SELECT name FROM jars ORDER BY id"))
    assert rows.scalars().all() == ["rye", "wheat"]
    assert len(calls) == 1


async def test_writes_return_lastrowid_rowcount_and_rows(connection: AsyncConnection) -> None:
    first = await connection.execute(text("INSERT INTO jars (name) VALUES ('rye')"))
    assert first.lastrowid == 1
    assert (await insert_rows(connection, "wheat", "spelt")).rowcount == 2
    returned = await connection.execute(text("DELETE FROM jars WHERE id < 3 RETURNING name"))
    assert sorted(returned.scalars()) == ["rye", "wheat"]


async def test_database_errors_are_raised(connection: AsyncConnection) -> None:
    await insert_rows(connection, "rye")
    with pytest.raises(IntegrityError):
        await insert_rows(connection, "rye")
    rows = await connection.execute(text("SELECT count(*) FROM jars"))
    assert rows.scalar_one() == 1


async def test_closing_ends_if_the_connection_is_stopped_meanwhile(tmp_path: Path) -> None:
    connection = await BufferedConnection(str(tmp_path / "test.db"))
    closing = asyncio.create_task(connection.close())
    await asyncio.sleep(0)  # so that the task has sent its request to the thread
    connection.stop()
    await asyncio.wait_for(closing, 30)


async def test_a_transaction_begins_with_its_first_statement(
    connection: AsyncConnection, calls: list[Any]
) -> None:
    await connection.commit()
    calls.clear()
    await insert_rows(connection, "rye")
    await connection.rollback()
    assert len(calls) == 2
    assert await connection.scalar(text("SELECT count(*) FROM jars")) == 0


async def test_ending_an_unused_transaction_calls_no_thread(
    connection: AsyncConnection, calls: list[Any]
) -> None:
    await connection.commit()
    calls.clear()
    for end in (connection.rollback, connection.commit):
        await connection.begin()
        await end()
    assert calls == []


async def test_the_first_statement_of_a_unit_of_work_takes_the_write_lock(db: None) -> None:
    if not settings().is_sqlite:
        pytest.skip("Only SQLite has one write lock for the database.")
    for _ in range(2):  # The second time, the connection comes from the pool.
        async with unit_of_work() as session:
            await session.scalar(select(User.id))
            assert is_locked()
        async with read_session() as session:
            await session.scalar(select(User.id))
            assert not is_locked()


def is_locked() -> bool:
    """Return whether a transaction has the write lock of the database."""
    path = settings().async_database_url.partition("///")[2]
    with closing(sqlite3.connect(path, timeout=0, isolation_level=None)) as other:
        try:
            other.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
    return False
