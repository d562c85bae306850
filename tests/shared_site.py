"""A site that many tests share, because creating its objects takes longer than the tests.

The database is created once. After the objects are created, `roll_back_transactions` keeps the
tests from changing them.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest
from aiosqlite import Connection
from sqlalchemy.engine import Dialect
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.event import listen
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlalchemy.pool import ConnectionPoolEntry
from sqlalchemy.util import LRUCache

from community.core import events
from community.core.db import sessions, sqlite_driver
from community.core.settings import settings
from community.realtime import presence
from community.state.pages.comments import comments
from tests import databases

T = TypeVar("T")

_make_engine = sessions.make_engine
_compiled_statements: LRUCache[Any, Any] = LRUCache(3_000)


class CallQueue:
    """Replaces the queue of a database thread. Calls each function at once."""

    def put_nowait(self, call: tuple[asyncio.Future[Any] | None, Callable[[], Any]]) -> None:
        future, function = call
        result = function()
        if future is not None:
            future.set_result(result)


class ConnectionWithoutThread(sqlite_driver.BufferedConnection):
    """Runs statements in the event loop, which saves a fifth of the processor time of the tests.

    Other tasks run before each statement, as they do while a thread runs it, and while a
    transaction waits for the lock of another one. Inside `sqlite_driver.run_in_event_loop` they run
    only during the latter.
    """

    def __init__(self, database: str, *, timeout: float, **options: Any) -> None:
        super().__init__(database, timeout=0, **options)
        self._timeout = timeout
        self._tx: Any = CallQueue()

    def __await__(self) -> Generator[Any, None, Connection]:
        return self._connect().__await__()  # without starting the thread

    async def _execute(self, fn: Any, *args: Any, **kwargs: Any) -> Any:
        give_up_at = time.monotonic() + self._timeout
        if not self.runs_in_event_loop:
            await asyncio.sleep(0)
        while True:
            if not self._connection:
                raise ValueError("Connection closed")
            try:
                return fn(*args, **kwargs)
            except sqlite3.OperationalError as error:
                is_locked = error.sqlite_errorcode == sqlite3.SQLITE_BUSY
                if not is_locked or time.monotonic() > give_up_at:
                    raise
            await asyncio.sleep(0.002)


@cache
def _get_postgres_engine(url: str, _loop: asyncio.AbstractEventLoop) -> AsyncEngine:
    engine = _make_engine(url)
    engine.sync_engine._compiled_cache = _compiled_statements
    return engine


@cache
def _get_sqlite_dialect() -> Dialect:
    return _make_engine("sqlite+aiosqlite:///no_file").sync_engine.dialect


def make_test_engine(url: str) -> AsyncEngine:
    """Return an engine that shares with those of earlier tests what takes long to create.

    These are the compiled statements, whose compilation took a sixth of the processor time of the
    tests on SQLite, the dialect to which the statements belong, and the connections to PostgreSQL.
    Each test has its own engine, because the keys of some caches contain it.
    """
    if not url.startswith("sqlite"):
        # The connections belong to the event loop that opened them.
        return _get_postgres_engine(url, asyncio.get_running_loop()).execution_options()
    engine = _make_engine(url)
    sync_engine = engine.sync_engine
    sync_engine.dialect = sync_engine.pool._dialect = _get_sqlite_dialect()
    sync_engine._compiled_cache = _compiled_statements
    listen(sync_engine, "connect", _do_not_wait_for_the_disk)
    return engine


def _do_not_wait_for_the_disk(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """Let commits and the end of a connection not wait, because the data is disposable."""
    cursor = connection.cursor()
    cursor.execute("PRAGMA synchronous=OFF")
    cursor.close()


class WriteCounter:
    """Counts the transactions that would have been committed."""

    def __init__(self) -> None:
        self.writes = 0


@contextmanager
def open_site(
    migrated_database: str | Path, folder: Path, *, keep_users: bool = False
) -> Iterator[Path]:
    """Point the settings to an empty migrated database and to `folder`.

    Args:
        migrated_database: The URL of a PostgreSQL database, or the path of a SQLite file.
        keep_users: Whether the PostgreSQL database contains its saved users.
    """
    if isinstance(migrated_database, Path):
        url = databases.copy_sqlite_template(migrated_database, folder)
    else:
        databases.delete_all_rows(url := migrated_database, keep_users=keep_users)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DATABASE_URL", url)
        patch.setenv("DATA_DIR", str(folder))
        patch.setattr(sessions, "make_engine", make_test_engine)
        patch.setattr(sqlite_driver, "BufferedConnection", ConnectionWithoutThread)
        settings.cache_clear()
        sessions.engine.cache_clear()
        presence.get_presence.cache_clear()
        yield folder
    settings.cache_clear()


@contextmanager
def roll_back_transactions() -> Iterator[WriteCounter]:
    """Roll back all transactions instead of committing them, and publish no live updates."""
    counter = WriteCounter()

    class RolledBackSession(AsyncSession):
        async def commit(self) -> None:
            counter.writes += 1
            self.expunge_all()  # so that, as after a commit, the objects keep their loaded values
            await self.rollback()

    async def do_nothing(_: int) -> None:
        pass

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "AsyncSession", RolledBackSession)
        patch.setattr(events, "call_commit_callbacks", lambda _: None)
        # This function reads the new comment, which was rolled back.
        patch.setattr(comments, "send_submitted_comment", do_nothing)
        yield counter
