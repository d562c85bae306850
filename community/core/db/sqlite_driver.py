"""A faster SQLite driver based on `aiosqlite`.

In `aiosqlite` every connection has a thread that runs its calls. SQLAlchemy makes four calls per
statement, which open a cursor, execute the statement, fetch the rows and close the cursor.
Switching threads takes longer than most statements, so this driver switches to the thread once per
statement and makes all four calls there. It begins a transaction in the same call as the first
statement, as PEP 249 describes, and does not switch to the thread to end a transaction that has not
begun.
"""

import sqlite3
from asyncio import Future
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar, Literal, NamedTuple, Self

from aiosqlite import Connection

Parameters = Sequence[Any]

# These statements begin a transaction themselves, or change settings of the connection.
_NOT_IN_TRANSACTION = ("BEGIN", "PRAGMA")


@contextmanager
def run_in_event_loop() -> Iterator[None]:
    """Run SQLite statements in the thread of the event loop, which saves a third of the time.

    A transaction that waits for the lock of another one blocks the event loop. Therefore only
    commands and tests without concurrent transactions can use this function.
    """
    before = BufferedConnection.runs_in_event_loop
    BufferedConnection.runs_in_event_loop = True
    try:
        yield
    finally:
        BufferedConnection.runs_in_event_loop = before


class StatementResult(NamedTuple):
    description: Sequence[Any] | None = None
    rows: list[Any] = []
    rowcount: int = -1
    lastrowid: int | None = None


class BufferedConnection(Connection):
    """An `aiosqlite` connection whose cursors fetch all rows at once."""

    runs_in_event_loop: ClassVar[bool] = False

    def __init__(self, database: str, **options: Any) -> None:
        super().__init__(partial(sqlite3.connect, database, **options), iter_chunk_size=64)
        self._thread.daemon = True  # so that the thread does not keep the process running
        # Whether a statement has run, or may still run, since the end of the last transaction.
        self._is_used = False
        self._is_stopped = False
        self._begin = "BEGIN"

    def stop(self) -> "Future[Any] | None":
        """Stop the thread. Calls after the first one do nothing.

        SQLAlchemy closes the connection of a cancelled statement, and stops it if closing is
        cancelled as well. The thread would never process the second of these requests, so that a
        task that waits for it would never end.
        """
        if self._is_stopped:
            return None
        self._is_stopped = True
        return super().stop()

    def cursor(self) -> Any:
        return BufferedCursor(self)

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        if self.runs_in_event_loop:
            return fn(*args, **kwargs)
        return await super()._execute(fn, *args, **kwargs)  # type: ignore[no-untyped-call]

    async def run_statement(
        self, method: Literal["execute", "executemany"], operation: str, parameters: Any
    ) -> StatementResult:
        def execute_and_fetch() -> StatementResult:
            if not (self._conn.in_transaction or operation.startswith(_NOT_IN_TRANSACTION)):
                self._conn.execute(self._begin)
            cursor: sqlite3.Cursor = getattr(self._conn, method)(operation, parameters)
            rows = cursor.fetchall() if cursor.description else []
            result = StatementResult(cursor.description, rows, cursor.rowcount, cursor.lastrowid)
            cursor.close()
            return result

        self._is_used = True
        result: StatementResult = await self._execute(execute_and_fetch)
        return result

    def lock_on_begin(self) -> None:
        """Let the first statement of the next transaction take the write lock."""
        self._begin = "BEGIN IMMEDIATE"

    async def commit(self) -> None:
        self._begin = "BEGIN"
        if self._is_used:
            await super().commit()
            self._is_used = False

    async def rollback(self) -> None:
        self._begin = "BEGIN"
        if self._is_used:
            await super().rollback()
            self._is_used = False


class BufferedCursor:
    """A cursor that has only the methods that SQLAlchemy calls.

    Executing a statement also fetches all rows, even if the caller wants to stream them.
    """

    arraysize = 1

    def __init__(self, connection: BufferedConnection) -> None:
        self._connection = connection
        self._result = StatementResult()

    async def __aenter__(self) -> Self:
        return self

    @property
    def description(self) -> Sequence[Any] | None:
        return self._result.description

    @property
    def rowcount(self) -> int:
        return self._result.rowcount

    @property
    def lastrowid(self) -> int | None:
        return self._result.lastrowid

    async def execute(self, operation: str, parameters: Parameters = ()) -> Self:
        self._result = await self._connection.run_statement("execute", operation, parameters)
        return self

    async def executemany(self, operation: str, parameters: Iterable[Parameters]) -> Self:
        self._result = await self._connection.run_statement("executemany", operation, parameters)
        return self

    async def fetchall(self) -> list[Any]:
        return self._result.rows

    async def close(self) -> None:
        self._result = self._result._replace(rows=[])
