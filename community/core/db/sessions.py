"""The database engine, and context managers that open sessions.

No other module opens a database session or commits a transaction.
"""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from contextvars import Context, ContextVar, copy_context
from functools import cache
from typing import Any, cast

import orjson
from sqlalchemy import event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DisconnectionError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from community.core import events
from community.core.actor import Actor, make_read_only_error
from community.core.db import sqlite_driver
from community.core.processes import background
from community.core.settings import settings

POOL_SIZE = 10
# How long a transaction waits for the write lock before its request fails with status 503.
SQLITE_BUSY_SECONDS = 10
# The memory of a connection for pages of the database file. The operating system also caches them,
# for all connections.
SQLITE_CACHE_KILOBYTES = 1_000
# The number of prepared statements that a connection keeps. Each takes about 10 KB.
SQLITE_STATEMENTS = 64
# After a longer pause, a connection to PostgreSQL is asked whether the server still answers. This
# takes three round trips, so `pool_pre_ping`, which always asks, would slow down every session.
PING_AFTER_SECONDS = 20


# Called in a transaction before it is committed. If it raises an error, the transaction fails.
BeforeCommit = Callable[[AsyncSession], Awaitable[None]]

_IS_LAST = "is_last"

_is_read_only: ContextVar[bool] = ContextVar("is_read_only", default=False)
_before_commit: ContextVar[BeforeCommit | None] = ContextVar("before_commit", default=None)


def forbid_writes_of(actor: Actor) -> None:
    """Let `unit_of_work` fail in this request or event if the actor may only read."""
    _is_read_only.set(actor.is_read_only)


@contextmanager
def call_before_commits(function: BeforeCommit) -> Iterator[None]:
    """Let each unit of work in the block call `function` in its transaction before it commits.

    Those of pushes that start in the block do not call it.
    """
    token = _before_commit.set(function)
    try:
        yield
    finally:
        _before_commit.reset(token)


def mark_as_last(session: AsyncSession) -> None:
    """Say that the request or event does nothing more after the transaction of the session.

    Then a request with an `Idempotency-Key` is not run again, even if it is `resumable`.
    """
    session.info[_IS_LAST] = True


def is_last(session: AsyncSession) -> bool:
    return _IS_LAST in session.info


@cache
def engine() -> AsyncEngine:
    """Return the database engine of this process.

    The first call creates the engine. Importing this module does not create it, because a web
    server can import the module before it forks, and processes must not share connections.
    """
    return make_engine(settings().async_database_url)


def make_engine(url: str) -> AsyncEngine:
    """Create an engine. On SQLite it enables write-ahead logging and enforces foreign keys."""
    if url.startswith("sqlite"):
        sqlite_engine = create_async_engine(
            url,
            pool_size=POOL_SIZE,
            json_deserializer=orjson.loads,
            hide_parameters=True,
            connect_args={
                "timeout": SQLITE_BUSY_SECONDS,
                "cached_statements": SQLITE_STATEMENTS,
                "async_creator_fn": sqlite_driver.BufferedConnection,
            },
        )
        event.listen(sqlite_engine.sync_engine, "connect", _configure_sqlite)
        return sqlite_engine
    postgresql_engine = create_async_engine(
        url,
        pool_size=POOL_SIZE,
        max_overflow=POOL_SIZE,
        pool_timeout=5,
        hide_parameters=True,  # Error messages must not contain texts and password hashes.
        json_deserializer=orjson.loads,
    )
    _replace_lost_connections(postgresql_engine)
    return postgresql_engine


def _replace_lost_connections(engine: AsyncEngine) -> None:
    """Let the pool replace connections that a server or a network between has ended."""
    dialect = engine.sync_engine.dialect

    @event.listens_for(engine.sync_engine, "checkin")
    def record_use(_: DBAPIConnection | None, entry: ConnectionPoolEntry) -> None:
        entry.info["used_at"] = time.monotonic()

    @event.listens_for(engine.sync_engine, "checkout")
    def check(connection: DBAPIConnection, entry: ConnectionPoolEntry, _: Any) -> None:
        if cast("Any", entry.driver_connection).is_closed():
            raise DisconnectionError
        used_at = entry.info.get("used_at")
        if used_at is not None and time.monotonic() - used_at > PING_AFTER_SECONDS:
            try:
                dialect.do_ping(connection)
            except dialect.loaded_dbapi.Error as error:
                raise DisconnectionError from error


def _configure_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # because `sqlite_driver` and `unit_of_work` send BEGIN
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        "temp_store=MEMORY",
        f"cache_size=-{SQLITE_CACHE_KILOBYTES}",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@asynccontextmanager
async def unit_of_work() -> AsyncIterator[AsyncSession]:
    """Open a session with a transaction that is committed at the end of the `with` block.

    Code in the block can record domain events. Before the commit, the listeners of these events run
    in the same transaction. After the commit, their callbacks invalidate caches and start the
    background tasks that notify other processes and browsers. If the block or a listener raises an
    exception, the transaction is rolled back. Raise `PermissionDenied` (`read_only_view`) if the
    actor of the request may only read.
    """
    if _is_read_only.get():
        raise make_read_only_error()
    async with AsyncSession(engine(), expire_on_commit=False, autoflush=False) as session:
        # SQLite allows one writer at a time. A transaction that will write takes the write lock
        # with its first statement. Otherwise two transactions that first read and then write would
        # block each other and fail with "database is locked".
        if engine().dialect.name == "sqlite":
            await _lock_on_begin(session)
        yield session
        await session.flush()
        dispatched = await events.dispatch(session)
        if (before_commit := _before_commit.get()) is not None:
            await before_commit(session)
        await session.commit()
    if dispatched:
        _copy_context_of_request().run(events.call_commit_callbacks, dispatched)


async def _lock_on_begin(session: AsyncSession) -> None:
    """Let the first statement of the transaction take the write lock of SQLite."""
    pooled = await (await session.connection()).get_raw_connection()
    connection = cast("sqlite_driver.BufferedConnection", pooled.driver_connection)
    connection.lock_on_begin()


def _copy_context_of_request() -> Context:
    """Return a context for callbacks whose tasks have transactions of their own."""
    context = copy_context()
    context.run(_before_commit.set, None)
    return context


@asynccontextmanager
async def read_session() -> AsyncIterator[AsyncSession]:
    """Open a session for reading. The session is never committed, so changes in it are lost."""
    async with AsyncSession(engine(), expire_on_commit=False, autoflush=False) as session:
        yield session


async def wait_for_pushes() -> None:
    """Wait until the running pushes, and the updates of browsers that they cause, have finished."""
    await background.wait()


async def close() -> None:
    """Wait for the running pushes, then close all database connections."""
    await wait_for_pushes()
    if engine.cache_info().currsize:
        await engine().dispose()
        engine.cache_clear()
