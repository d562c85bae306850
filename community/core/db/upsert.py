"""INSERT … ON CONFLICT statements for SQLite and PostgreSQL."""

from collections.abc import Callable
from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession


def insert(session: AsyncSession, table: Any) -> Any:
    """Create an INSERT of the database, with `on_conflict_do_nothing` and `…_do_update`."""
    return get_insert(session.get_bind().dialect.name)(table)


def get_insert(dialect_name: str) -> Callable[[Any], Any]:
    """Return the function that creates such an INSERT, for statements that are built once."""
    return sqlite.insert if dialect_name == "sqlite" else postgresql.insert
