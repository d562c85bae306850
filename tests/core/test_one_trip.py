"""Statements on SQLite: whole in one trip to the thread of their connection."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from community.core.database import make_engine
from community.core.one_trip import OneTripConnection


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[AsyncConnection]:
    """A connection to a new file with one table."""
    engine = make_engine(f"sqlite+aiosqlite:///{tmp_path / 'one.db'}")
    async with engine.connect() as connection:
        await connection.execute(
            text("CREATE TABLE jars (id INTEGER PRIMARY KEY, name TEXT UNIQUE)")
        )
        yield connection
    await engine.dispose()


async def put(connection: AsyncConnection, *names: str) -> Any:
    values = [{"name": name} for name in names]
    return await connection.execute(text("INSERT INTO jars (name) VALUES (:name)"), values)


async def test_a_statement_with_its_rows_is_one_trip(
    connection: AsyncConnection, monkeypatch: pytest.MonkeyPatch
) -> None:
    await put(connection, "rye", "wheat")
    trips: list[Any] = []
    go: Any = OneTripConnection._execute

    async def counted(self: OneTripConnection, *call: Any) -> Any:
        trips.append(call)
        return await go(self, *call)

    monkeypatch.setattr(OneTripConnection, "_execute", counted)
    rows = await connection.execute(text("SELECT name FROM jars ORDER BY id"))
    assert rows.scalars().all() == ["rye", "wheat"]
    assert len(trips) == 1


async def test_what_was_written_is_told(connection: AsyncConnection) -> None:
    first = await connection.execute(text("INSERT INTO jars (name) VALUES ('rye')"))
    assert first.lastrowid == 1
    assert (await put(connection, "wheat", "spelt")).rowcount == 2
    returned = await connection.execute(text("DELETE FROM jars WHERE id < 3 RETURNING name"))
    assert sorted(returned.scalars()) == ["rye", "wheat"]


async def test_a_refusal_of_the_database_is_an_error_as_always(connection: AsyncConnection) -> None:
    await put(connection, "rye")
    with pytest.raises(IntegrityError):
        await put(connection, "rye")
    rows = await connection.execute(text("SELECT count(*) FROM jars"))
    assert rows.scalar_one() == 1
