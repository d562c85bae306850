"""A context manager that captures SQL statements, so that tests can assert how many are sent."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from community.core.db.sessions import engine

# Statements that begin or end a transaction are not captured.
_TRANSACTION_STATEMENTS = ("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK", "COMMIT")


@contextmanager
def capture_queries() -> Iterator[list[str]]:
    """Yield a list that collects the SQL statements sent inside the `with` block."""
    statements: list[str] = []

    def collect_statement(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith(_TRANSACTION_STATEMENTS):
            statements.append(statement)

    event.listen(engine().sync_engine, "before_cursor_execute", collect_statement)
    try:
        yield statements
    finally:
        event.remove(engine().sync_engine, "before_cursor_execute", collect_statement)
