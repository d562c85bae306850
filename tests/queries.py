"""How many statements something costs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import event

from community.core.database import engine

# What opens and closes a transaction costs no reading or writing of rows.
_FRAMES = ("BEGIN", "SAVEPOINT", "RELEASE", "ROLLBACK", "COMMIT")


@contextmanager
def counted() -> Iterator[list[str]]:
    """The SQL statements that the process sends inside the block, as a list that fills."""
    statements: list[str] = []

    def note(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if not statement.startswith(_FRAMES):
            statements.append(statement)

    event.listen(engine().sync_engine, "before_cursor_execute", note)
    try:
        yield statements
    finally:
        event.remove(engine().sync_engine, "before_cursor_execute", note)
