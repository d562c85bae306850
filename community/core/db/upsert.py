"""INSERT … ON CONFLICT statements for SQLite and PostgreSQL."""

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession


def insert(session: AsyncSession, table: Any) -> Any:
    """Create an INSERT that has the methods `on_conflict_do_nothing` and `on_conflict_do_update`.

    SQLAlchemy provides these methods only in the INSERT classes for specific databases.
    """
    if session.get_bind().dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
