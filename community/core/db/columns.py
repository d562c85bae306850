"""Functions and types for table columns that behave the same on SQLite and PostgreSQL."""

from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    Index,
    Integer,
    String,
    TypeDecorator,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import defaultload, defer, joinedload
from sqlalchemy.orm.interfaces import ORMOption
from sqlmodel import Field, Relationship, SQLModel

from community.core import clock

SQLModel.metadata.naming_convention = {
    "ix": "ix_%(table_name)s_%(column_0_N_name)s",
    "uq": "uq_%(table_name)s_%(column_0_N_name)s",
    "ck": "ck_%(table_name)s_%(constraint_name)s",
    "fk": "fk_%(table_name)s_%(column_0_name)s",
    "pk": "pk_%(table_name)s",
}

OnDelete: TypeAlias = Literal["CASCADE", "SET NULL", "RESTRICT"]

# SQLite generates ids only if the type of the column is exactly INTEGER.
BigKey = BigInteger().with_variant(Integer(), "sqlite")
JsonType = JSON().with_variant(JSONB(), "postgresql")
# A string that is compared byte by byte, whatever the locale of the database is.
BinaryCollationString = (
    String()
    .with_variant(String(collation="C"), "postgresql")
    .with_variant(String(collation="BINARY"), "sqlite")
)


class IdSet(TypeDecorator[frozenset[int]]):
    """The result of `aggregate_strings` of ids, joined with commas, as a set."""

    impl = String
    cache_ok = True

    def process_result_value(
        self,
        value: str | None,
        dialect: Dialect,  # noqa: ARG002  # SQLAlchemy passes it
    ) -> frozenset[int]:
        return frozenset(map(int, value.split(","))) if value else frozenset()


class TextSet(TypeDecorator[frozenset[str]]):
    """A JSON list of texts as a set. NULL is the empty set."""

    impl = JsonType
    cache_ok = True

    def process_result_value(
        self,
        value: list[str] | None,
        dialect: Dialect,  # noqa: ARG002  # SQLAlchemy passes it
    ) -> frozenset[str]:
        return frozenset(value or ())


class UTCDateTime(TypeDecorator[datetime]):
    """A column type for times in UTC. Storing a datetime without a time zone raises ValueError."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("naive datetime")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002  # signature of SQLAlchemy
    ) -> datetime | None:
        return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


def pk() -> Any:
    return Field(default=None, primary_key=True, sa_type=BigKey)


def fk(
    target: str, *, on_delete: OnDelete = "CASCADE", index: bool = False, primary_key: bool = False
) -> Any:
    return Field(
        foreign_key=target, ondelete=on_delete, index=index, primary_key=primary_key, sa_type=BigKey
    )


def nullable_fk(target: str, *, on_delete: OnDelete = "SET NULL", index: bool = False) -> Any:
    return Field(
        default=None,
        foreign_key=target,
        ondelete=on_delete,
        index=index,
        nullable=True,
        sa_type=BigKey,
    )


def timestamp() -> Any:
    """Return a time column that is not nullable. The default is the current time."""
    return Field(default_factory=clock.now, sa_type=UTCDateTime, nullable=False)


def nullable_timestamp(*, index: bool = False) -> Any:
    return Field(default=None, sa_type=UTCDateTime, nullable=True, index=index)


def counter() -> Any:
    """Return a column that stores the number of rows in another table, such as `comments_count`.

    A transaction that inserts or deletes the counted rows must also update this column.
    """
    return Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})


def json_column(default: Any = list) -> Any:
    """Return a JSON column for a small value. Queries must not filter by this column."""
    return Field(default_factory=default, sa_type=JsonType, nullable=False)


def partial_index(name: str, *columns: str, where: str, unique: bool = False) -> Index:
    """Return an index that contains only the rows for which the SQL condition `where` is true."""
    condition = text(where)
    return Index(name, *columns, unique=unique, sqlite_where=condition, postgresql_where=condition)


def readonly_relationship(foreign_key: str) -> Any:
    """Return a relationship that code can only read, after the query loaded it with `eager`."""
    return Relationship(
        sa_relationship_kwargs={"lazy": "raise", "foreign_keys": foreign_key, "viewonly": True}
    )


def eager(*path: Any) -> ORMOption:
    """Return a query option that loads a relationship with a JOIN.

    `eager(Comment.post, Post.author)` loads the posts of comments, and their authors.
    """
    first, *nested = path
    option = joinedload(first)
    for relationship in nested:
        option = option.joinedload(relationship)
    return option


def deferred(*path: Any) -> ORMOption:
    """Return a query option that does not load a large column.

    Reading the column from a loaded row then raises an error.

    Args:
        path: The column, after the relationships that lead to it. For example,
            `deferred(Comment.post, Post.text)` does not load the texts of the posts of comments.
    """
    *relationships, column = path
    if not relationships:
        return defer(column, raiseload=True)
    option = defaultload(relationships[0])
    for relationship in relationships[1:]:
        option = option.defaultload(relationship)
    return option.defer(column, raiseload=True)
