"""Column kinds that behave alike on SQLite and PostgreSQL, and the names of constraints."""

from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

from sqlalchemy import JSON, BigInteger, DateTime, Dialect, Integer, String, TypeDecorator
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import defer, joinedload
from sqlalchemy.sql.base import ExecutableOption
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

# SQLite numbers rows by itself only in a column that is exactly INTEGER.
BigKey = BigInteger().with_variant(Integer(), "sqlite")
Json = JSON().with_variant(JSONB(), "postgresql")
# Compared byte by byte, whatever the language of the database.
Bytewise = (
    String()
    .with_variant(String(collation="C"), "postgresql")
    .with_variant(String(collation="BINARY"), "sqlite")
)


class Moment(TypeDecorator[datetime]):
    """An aware time in UTC; naive ones are refused instead of guessed at."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("a time without a zone")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(
        self,
        value: datetime | None,
        dialect: Dialect,  # noqa: ARG002  # as SQLAlchemy calls it
    ) -> datetime | None:
        return value if value is None or value.tzinfo else value.replace(tzinfo=UTC)


def key() -> Any:
    """A primary key that the database counts up."""
    return Field(default=None, primary_key=True, sa_type=BigKey)


def ref(
    target: str, *, on_delete: OnDelete = "CASCADE", index: bool = False, primary_key: bool = False
) -> Any:
    """A reference that must be given."""
    return Field(
        foreign_key=target, ondelete=on_delete, index=index, primary_key=primary_key, sa_type=BigKey
    )


def maybe_ref(target: str, *, on_delete: OnDelete = "SET NULL", index: bool = False) -> Any:
    """A reference that may be absent."""
    return Field(
        default=None,
        foreign_key=target,
        ondelete=on_delete,
        index=index,
        nullable=True,
        sa_type=BigKey,
    )


def made_at() -> Any:
    """When the row was made."""
    return Field(default_factory=clock.now, sa_type=Moment, nullable=False)


def maybe_at(*, index: bool = False) -> Any:
    """When something happened to the row, if it did."""
    return Field(default=None, sa_type=Moment, nullable=True, index=index)


def counter() -> Any:
    """A number kept equal to the rows that it counts, in the transaction that changes them."""
    return Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})


def json(default: Any = list) -> Any:
    """A small structured value without queries of its own."""
    return Field(default_factory=default, sa_type=Json, nullable=False)


def related(foreign_key: str) -> Any:
    """A row that a query must bring along: touching it otherwise is an error, no hidden query."""
    return Relationship(
        sa_relationship_kwargs={"lazy": "raise", "foreign_keys": foreign_key, "viewonly": True}
    )


def bring(*path: Any) -> ExecutableOption:
    """Load a `related` row in the same query, with a join; of several, each is one of the last."""
    first, *further = path
    option = joinedload(first)
    for each in further:
        option = option.joinedload(each)
    return option


def leave_out(attribute: Any) -> ExecutableOption:
    """Do not load a long column; touching it is an error, never a hidden query."""
    return defer(attribute, raiseload=True)
