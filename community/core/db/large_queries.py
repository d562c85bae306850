"""Options and temporary tables for transactions that read a large part of the database."""

from typing import Any

from sqlalchemy import Executable, Select, Table, func, text, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.expression import ClauseElement

# Twice this much holds the groups of several million rows. With the default of 4 MB, PostgreSQL
# sorts all rows on the disk.
WORK_MEMORY = "256MB"
# A column of a query that has the effect of `disable_compilation` on PostgreSQL
COMPILATION_OFF = func.set_config("jit", "off", true())


async def allow_large_query(session: AsyncSession) -> None:
    """Let the queries of this transaction use more memory and all processors.

    With the default of `parallel_tuple_cost`, PostgreSQL reads millions of rows in one process. On
    SQLite the function does nothing.
    """
    await disable_compilation(session)
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(text(f"SET LOCAL work_mem = '{WORK_MEMORY}'"))
        await session.execute(text("SET LOCAL parallel_tuple_cost = 0.001"))


async def disable_compilation(session: AsyncSession) -> None:
    """Let PostgreSQL compile no query of this transaction (`jit`).

    For a query of many parts, compiling takes longer than it saves.
    """
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(text("SET LOCAL jit = off"))


async def store_temporarily(session: AsyncSession, table: Table, query: Select[Any]) -> None:
    """Store the rows of a query in a new temporary table, until the end of the transaction.

    PostgreSQL runs a query on several processors if it creates a table, but not if it inserts rows.
    """
    await session.execute(text(f"DROP TABLE IF EXISTS {table.name}"))
    await session.execute(_CreateTableAs(table.name, query))
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(text(f"ANALYZE {table.name}"))


class _CreateTableAs(Executable, ClauseElement):
    inherit_cache = False

    def __init__(self, name: str, query: Select[Any]) -> None:
        self.name = name
        self.query = query


@compiles(_CreateTableAs, "sqlite")
def _create_table_in_sqlite(element: _CreateTableAs, compiler: Any, **options: Any) -> str:
    query = compiler.process(element.query, literal_binds=True, **options)
    return f"CREATE TEMPORARY TABLE {element.name} AS {query}"


@compiles(_CreateTableAs, "postgresql")
def _create_table_in_postgresql(element: _CreateTableAs, compiler: Any, **options: Any) -> str:
    query = compiler.process(element.query, literal_binds=True, **options)
    return f"CREATE TEMPORARY TABLE {element.name} ON COMMIT DROP AS {query}"
