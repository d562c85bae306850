"""Parts of SQL statements: INSERT … ON CONFLICT, and conditions on ids and on terms that end."""

import json
from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

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
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import TypeDecorator, TypeEngine

from community.core import clock


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
