"""Queries for the ids of visible messages in a chat, where a member may ignore authors.

They read the nearest messages of each author from `ix_messages_chat_author`. Reading the messages
of the chat in their order would read all messages of an ignored author before the next visible one.
"""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    SQLColumnExpression,
    and_,
    func,
    literal,
    true,
)
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.orm import aliased
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement
from sqlalchemy.types import NullType
from sqlmodel import col, select

from community.models import ChatMember, ChatMessage

# The greatest value of an id.
LAST_ID: Final = 2**63 - 1

Id = SQLColumnExpression[Any] | int
# Returns the SQL condition for the messages of the author whose id a column contains.
IsShown = Callable[[SQLColumnExpression[Any]], ColumnElement[bool]]


class IsBetween(FunctionElement[Any]):
    """The condition for messages of one author, or of one chat, between two ids.

    The arguments are a column and the id of the message, the value of the column, the id after
    which the messages begin, and the last id.
    """

    # As a Boolean, SQLAlchemy would add "= 1" for SQLite.
    type = NullType()
    inherit_cache = True


class _EachId(FunctionElement[Any]):
    """The ids that a subquery selects, as a table. The subquery can refer to the tables before it.

    SQLite has no LATERAL, but its function may have arguments that depend on these tables.
    """

    inherit_cache = True


@compiles(_EachId)
def _compile_each(each: _EachId, compiler: SQLCompiler, **options: Any) -> str:
    # Without `asfrom`, SQLAlchemy lets the subquery refer to the tables of the query.
    [ids] = _compile(each, compiler, {**options, "asfrom": False})
    return f"unnest(ARRAY{ids})"


@compiles(_EachId, "sqlite")
def _compile_each_of_json(each: _EachId, compiler: SQLCompiler, **options: Any) -> str:
    [ids] = _compile(each, compiler, {**options, "asfrom": False})
    return f"json_each((SELECT json_group_array(id) FROM {ids}))"  # noqa: S608


@compiles(IsBetween)
def _compile_pairs(condition: IsBetween, compiler: SQLCompiler, **options: Any) -> str:
    # Comparing pairs lets PostgreSQL read only the index of the column and the id. It would read
    # another index in the order of the ids otherwise, although the author may have written long
    # ago, or sort all messages of a chat, because it does not know how many there are.
    column, id_, value, after, until = _compile(condition, compiler, options)
    own = f"({column}, {id_})"
    return f"{own} > ({value}, {after}) AND {own} <= ({value}, {until})"


@compiles(IsBetween, "sqlite")
def _compile_columns(condition: IsBetween, compiler: SQLCompiler, **options: Any) -> str:
    # SQLite uses only the first column of a pair, and would read all messages of a chat.
    column, id_, value, after, until = _compile(condition, compiler, options)
    return f"{column} = {value} AND {id_} > {after} AND {id_} <= {until}"


def _compile(
    element: FunctionElement[Any], compiler: SQLCompiler, options: dict[str, Any]
) -> list[str]:
    return [compiler.process(clause, **options) for clause in element.clauses]


def build_latest_id(chat_id: Id, is_shown: IsShown, *, after: Id, until: Id) -> ColumnElement[Any]:
    """Return the highest id of a visible message between `after`, exclusive, and `until`."""
    return _build_nearest(chat_id, is_shown, after, until, is_latest=True)


def build_first_id(
    chat_id: Id, is_shown: IsShown, *, after: Id, until: Id = LAST_ID, is_counted: bool = False
) -> ColumnElement[Any]:
    """Return the lowest id of a visible message between `after`, exclusive, and `until`.

    Args:
        is_counted: Whether to omit changes of a group and deleted messages.
    """
    return _build_nearest(chat_id, is_shown, after, until, is_latest=False, is_counted=is_counted)


def select_latest_ids(
    chat_id: int, is_shown: IsShown, *, after: int, until: int, limit: int
) -> Select[Any]:
    """Return a query for the highest ids of visible messages between `after` and `until`."""
    return _select_nearest(chat_id, is_shown, after, until, limit, is_latest=True)


def select_first_ids(chat_id: int, is_shown: IsShown, *, after: int, limit: int) -> Select[Any]:
    """Return a query for the lowest ids of visible messages after the one with the id `after`."""
    return _select_nearest(chat_id, is_shown, after, LAST_ID, limit, is_latest=False)


def build_visible_count(
    chat_id: Id, is_shown: IsShown, *, after: Id, until: Id, limit: int
) -> ColumnElement[int]:
    """Return the number of visible messages, without changes of a group and deleted ones.

    Args:
        limit: The result for so many messages and more.
    """
    author = aliased(ChatMember)
    of_author = _select_of_author(author, after, until, is_latest=True).where(_is_counted())
    ids = _select_each(author, of_author.limit(limit), chat_id, is_shown)
    counted = ids.limit(limit).correlate_except(author).subquery()
    return select(func.count()).select_from(counted).scalar_subquery()


def _select_nearest(
    chat_id: int, is_shown: IsShown, after: int, until: int, limit: int, *, is_latest: bool
) -> Select[Any]:
    author = aliased(ChatMember)
    of_author = _select_of_author(author, after, until, is_latest=is_latest).limit(limit)
    ids = _select_each(author, of_author, chat_id, is_shown)
    [id_] = ids.selected_columns
    return ids.order_by(id_.desc() if is_latest else id_).limit(limit)


def _select_each(
    author: Any, of_author: Select[Any], chat_id: Id, is_shown: IsShown
) -> Select[Any]:
    """Return a query for the ids that a query of the messages of one author selects for each."""
    # Named as its column, because PostgreSQL gives the column of a function the name of its alias.
    ids = _EachId(of_author.scalar_subquery()).table_valued("value", name="value")
    return (
        select(ids.c.value)
        .select_from(author)
        .join(ids, true())
        .where(col(author.chat_id) == chat_id, is_shown(col(author.user_id)))
    )


def _build_nearest(
    chat_id: Id,
    is_shown: IsShown,
    after: Id,
    until: Id,
    *,
    is_latest: bool,
    is_counted: bool = False,
) -> ColumnElement[Any]:
    author = aliased(ChatMember)
    of_author = _select_of_author(author, after, until, is_latest=is_latest).limit(1)
    if is_counted:
        of_author = of_author.where(_is_counted())
    nearest = func.max if is_latest else func.min
    return (
        select(nearest(of_author.scalar_subquery()))
        .where(col(author.chat_id) == chat_id, is_shown(col(author.user_id)))
        .correlate_except(author)
        .scalar_subquery()
    )


def _select_of_author(author: Any, after: Id, until: Id, *, is_latest: bool) -> Select[Any]:
    """Return a query for the ids of the messages of a member between two ids, nearest first."""
    own = (col(ChatMessage.author_id), col(ChatMessage.id))
    limits = (_to_expression(after), _to_expression(until))
    return (
        select(ChatMessage.id)
        .where(
            col(ChatMessage.chat_id) == col(author.chat_id),
            IsBetween(*own, col(author.user_id), *limits),
        )
        .order_by(*[column.desc() if is_latest else column for column in own])
        .correlate_except(ChatMessage)
    )


def _is_counted() -> ColumnElement[bool]:
    return and_(col(ChatMessage.change) == "", col(ChatMessage.deleted_at).is_(None))


def _to_expression(id_: Id) -> Any:
    return literal(id_, BigInteger) if isinstance(id_, int) else id_
