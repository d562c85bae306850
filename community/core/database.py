"""The database and the unit of work: the only place that opens a session or commits."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import cache
from typing import Any

from sqlalchemy import event, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from community.core import events, one_trip
from community.core.settings import settings

log = logging.getLogger(__name__)

POOL_SIZE = 10
# A page or an action waits this long for its turn to write before it is refused with 503.
SQLITE_BUSY_SECONDS = 10

_pushing: set[asyncio.Task[None]] = set()


@cache
def engine() -> AsyncEngine:
    """The engine of this process, made at first use (never at import: servers fork)."""
    return make_engine(settings().async_database_url)


def make_engine(url: str) -> AsyncEngine:
    """An engine for SQLite (WAL, foreign keys on) or PostgreSQL."""
    if url.startswith("sqlite"):
        made = create_async_engine(
            url,
            pool_size=POOL_SIZE,
            connect_args={
                "timeout": SQLITE_BUSY_SECONDS,
                "async_creator_fn": one_trip.OneTripConnection,
            },
        )
        event.listen(made.sync_engine, "connect", _prepare_sqlite)
        return made
    return create_async_engine(
        url, pool_size=POOL_SIZE, max_overflow=POOL_SIZE, pool_pre_ping=True, pool_timeout=5
    )


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    connection.isolation_level = None  # we say BEGIN ourselves
    cursor = connection.cursor()
    for pragma in (
        "journal_mode=WAL",
        "synchronous=NORMAL",
        "foreign_keys=ON",
        "temp_store=MEMORY",
    ):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


@asynccontextmanager
async def unit_of_work() -> AsyncIterator[AsyncSession]:
    """One transaction: what is done inside is kept whole, with its consequences, or not at all.

    After the block the listeners of the recorded facts run in the same transaction, then it is
    committed, then this process forgets what is no longer so, then the pushes go out on their own
    (nobody waits for them).
    """
    async with AsyncSession(engine(), expire_on_commit=False, autoflush=False) as session:
        await _begin(session, writing=True)
        yield session
        await session.flush()
        facts = await events.settle(session)
        await session.commit()
    for fact in facts:
        for step in events.steps_of(fact):
            step(fact)
        for push in events.pushes_of(fact):
            _send(push(fact))


@asynccontextmanager
async def reading() -> AsyncIterator[AsyncSession]:
    """A session for looking only: whatever is changed in it is dropped."""
    async with AsyncSession(engine(), expire_on_commit=False, autoflush=False) as session:
        await _begin(session, writing=False)
        yield session


async def _begin(session: AsyncSession, *, writing: bool) -> None:
    # SQLite has one writer: asking for the lock at once avoids a deadlock of two readers that
    # both want to write later ("database is locked").
    if engine().dialect.name == "sqlite":
        await session.execute(text("BEGIN IMMEDIATE" if writing else "BEGIN"))


def _send(push: Any) -> None:
    task = asyncio.ensure_future(push)
    _pushing.add(task)
    task.add_done_callback(_pushed)


def _pushed(task: "asyncio.Task[None]") -> None:
    _pushing.discard(task)
    if not task.cancelled() and (error := task.exception()) is not None:
        log.error("a push failed", exc_info=error)


async def pushed() -> None:
    """Wait until every push that was begun has gone out (at shutdown, and in tests)."""
    while _pushing:
        await asyncio.gather(*_pushing, return_exceptions=True)


async def close() -> None:
    """Let the pushes end and give the connections back."""
    await pushed()
    if engine.cache_info().currsize:
        await engine().dispose()
        engine.cache_clear()
