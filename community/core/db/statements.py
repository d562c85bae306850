"""Parts of SQL statements: INSERT … ON CONFLICT, conditions on ids and terms that end, and locks.

The database releases locks when the transaction ends.
"""

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Dialect,
    SQLColumnExpression,
    String,
    TableValuedAlias,
    bindparam,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine

from community.core import clock

# Arguments of `with_for_update` for FOR NO KEY UPDATE. This lock blocks updates and deletes of the
# row, but not inserts of rows that reference it. With FOR UPDATE, two transactions that comment on
# the same post deadlock, because each insert already holds a key-share lock on the post when its
# transaction requests the row lock. SQLite needs no row locks, because it has a single writer.
FOR_NO_KEY_UPDATE: Final[dict[str, Any]] = {"key_share": True}
# Arguments of `with_for_update` for FOR UPDATE, which a change of a column in a unique index needs,
# such as the author of a post. A transaction that has only the weaker lock must exchange it for
# this one, and deadlocks with another that has inserted a comment and waits to update the post.
FOR_KEY_UPDATE: Final[dict[str, Any]] = {}


async def acquire_advisory_lock(session: AsyncSession, key: str) -> None:
    """Acquire the database lock named `key`. Use it if there is no row to lock yet.

    If another transaction has the lock, the call waits. Acquire the lock before any row locks, so
    that a transaction that waits for it does not keep rows locked. Two keys with the same hash
    share a lock, which only causes an unnecessary wait. On SQLite the function does nothing,
    because SQLite allows only one writer at a time.
    """
    if session.get_bind().dialect.name == "postgresql":
        await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(key, 0))))


def insert(session: AsyncSession, table: Any) -> Any:
    """Create an INSERT … ON CONFLICT: call `on_conflict_do_nothing` or `…_do_update`."""
    return get_insert(session.get_bind().dialect.name)(table)


def get_insert(dialect_name: str) -> Callable[[Any], Any]:
    """Return the function that creates such an INSERT, for statements that are built once."""
    return sqlite.insert if dialect_name == "sqlite" else postgresql.insert


def has_not_ended(until: SQLColumnExpression[datetime | None]) -> ColumnElement[bool]:
    """Return the SQL condition that the time in a column is in the future or NULL.

    The statement compares with the time of each execution, so the condition can be a constant.
    """
    return or_(until.is_(None), until > bindparam("now", callable_=clock.now))


class IdList(TypeDecorator[list[int]]):
    """The type of one parameter that contains many ids: JSON on SQLite, an array on PostgreSQL."""

    impl = String
    cache_ok = True

    def load_dialect_impl(self, dialect: Dialect) -> TypeEngine[Any]:
        return postgresql.ARRAY(BigInteger()) if dialect.name == "postgresql" else String()

    def process_bind_param(self, value: list[int] | None, dialect: Dialect) -> Any:
        return value if dialect.name == "postgresql" else json.dumps(value)


class _IsOneOf(FunctionElement[bool]):
    type = Boolean()
    inherit_cache = True
    # Otherwise, SQLAlchemy appends "= 1" for SQLite, which then reads all rows of the table.
    _is_implicitly_boolean = True


def is_one_of(id_column: Any, ids: Iterable[int]) -> _IsOneOf:
    """Return the SQL condition that `id_column` is one of `ids`.

    The statement has one parameter for all ids. `in_` has one for each id, and SQLAlchemy needs
    about 10 ms to render a thousand of them, during which the event loop is blocked.
    """
    return _IsOneOf(id_column, literal(list(ids), IdList()))


def rows_of(session: AsyncSession, texts: Iterable[str]) -> TableValuedAlias:
    """Return a table with the column `value`, whose rows are the texts. It has one parameter."""
    if session.get_bind().dialect.name == "sqlite":
        return func.json_each(json.dumps(list(texts))).table_valued("value")
    rows = func.unnest(literal(list(texts), postgresql.ARRAY(String)))
    return rows.table_valued("value").render_derived()


def is_one_of_parameter(id_column: Any, name: str) -> _IsOneOf:
    """Return the same condition for a statement that is built once. `name` is its parameter."""
    return _IsOneOf(id_column, bindparam(name, type_=IdList()))


@compiles(_IsOneOf)
def _compile(element: _IsOneOf, compiler: SQLCompiler, **options: Any) -> str:
    id_column, ids = (compiler.process(clause, **options) for clause in element.clauses)
    if compiler.dialect.name == "sqlite":
        return f"({id_column} IN (SELECT value FROM json_each({ids})))"  # noqa: S608
    return f"({id_column} = ANY ({ids}))"
