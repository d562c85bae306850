"""SQLite connections that go to their thread once for each statement.

`aiosqlite` runs every call in a thread of the connection. SQLAlchemy makes four calls for a
statement (a cursor, the statement, its rows, the end of the cursor), and waking a thread and being
woken by it costs more than SQLite takes for most of ours. Here all four are one trip.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any, Literal, NamedTuple, Self

from aiosqlite import Connection

Parameters = Sequence[Any]


class Done(NamedTuple):
    """What came of a statement."""

    description: Sequence[Any] | None = None
    rows: list[Any] = []
    rowcount: int = -1
    lastrowid: int | None = None


class OneTripConnection(Connection):
    """A connection of `aiosqlite` with cursors of ours.

    Args:
        options: of `sqlite3.connect`.
    """

    def __init__(self, database: str, **options: Any) -> None:
        super().__init__(partial(sqlite3.connect, database, **options), iter_chunk_size=64)
        self._thread.daemon = True  # a process that ends does not wait for it

    def cursor(self) -> Any:
        """A cursor that keeps the rows of its statement."""
        return OneTripCursor(self)

    async def run(
        self, method: Literal["execute", "executemany"], operation: str, parameters: Any
    ) -> Done:
        """A statement from its beginning to its end, in the thread of the connection."""

        def run() -> Done:
            cursor: sqlite3.Cursor = getattr(self._conn, method)(operation, parameters)
            rows = cursor.fetchall() if cursor.description else []
            done = Done(cursor.description, rows, cursor.rowcount, cursor.lastrowid)
            cursor.close()
            return done

        done: Done = await self._execute(run)  # type: ignore[no-untyped-call]
        return done


class OneTripCursor:
    """What SQLAlchemy asks of a cursor; rows are here as soon as the statement was run.

    A result that is streamed in parts is read whole all the same.
    """

    arraysize = 1

    def __init__(self, connection: OneTripConnection) -> None:
        self._connection = connection
        self._done = Done()

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Sequence[Any] | None:
        return self._done.description

    @property
    def rowcount(self) -> int:
        return self._done.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._done.lastrowid

    async def execute(self, operation: str, parameters: Parameters = ()) -> Self:
        """Run one statement and fetch its rows."""
        self._done = await self._connection.run("execute", operation, parameters)
        return self

    async def executemany(self, operation: str, parameters: Iterable[Parameters]) -> Self:
        """Run a statement for each of the parameters."""
        self._done = await self._connection.run("executemany", operation, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        """The rows of the last statement."""
        return self._done.rows

    async def close(self) -> None:
        """Let the rows go."""
        self._done = self._done._replace(rows=[])
