"""INSERT … ON CONFLICT, in the words of the database at hand."""

from typing import Any

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession


def insert(session: AsyncSession, table: Any) -> Any:
    """An INSERT with `on_conflict_do_nothing` and `on_conflict_do_update`, which both databases
    have but SQLAlchemy does not abstract.
    """
    if session.get_bind().dialect.name == "sqlite":
        return sqlite.insert(table)
    return postgresql.insert(table)
