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
    func,
    literal,
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


class _IsByAuthorBetween(FunctionElement[Any]):
    """The condition for messages of an author between two ids.

    The arguments are the author and the id of the message, the author, and the two ids.
    """

    # As a Boolean, SQLAlchemy would add "= 1" for SQLite.
    type = NullType()
    inherit_cache = True


@compiles(_IsByAuthorBetween)
def _compile_pairs(condition: _IsByAuthorBetween, compiler: SQLCompiler, **options: Any) -> str:
    # Comparing pairs lets PostgreSQL use `ix_messages_chat_author` only. It would read another
    # index in the order of the ids otherwise, although the author may have written long ago.
    author_id, id_, author, after, until = _compile(condition, compiler, options)
    own = f"({author_id}, {id_})"
    return f"{own} > ({author}, {after}) AND {own} <= ({author}, {until})"


@compiles(_IsByAuthorBetween, "sqlite")
def _compile_columns(condition: _IsByAuthorBetween, compiler: SQLCompiler, **options: Any) -> str:
    # SQLite uses only the first column of a pair.
    author_id, id_, author, after, until = _compile(condition, compiler, options)
    return f"{author_id} = {author} AND {id_} > {after} AND {id_} <= {until}"


def _compile(
    condition: _IsByAuthorBetween, compiler: SQLCompiler, options: dict[str, Any]
) -> list[str]:
    return [compiler.process(clause, **options) for clause in condition.clauses]


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
    first = _begin_page(build_latest_id(chat_id, is_shown, after=after, until=until))
    following = build_latest_id(chat_id, is_shown, after=after, until=first.c.id - 1)
    return _complete_page(first, following, limit)


def select_first_ids(chat_id: int, is_shown: IsShown, *, after: int, limit: int) -> Select[Any]:
    """Return a query for the lowest ids of visible messages after the one with the id `after`."""
    first = _begin_page(build_first_id(chat_id, is_shown, after=after))
    following = build_first_id(chat_id, is_shown, after=first.c.id)
    return _complete_page(first, following, limit)


def _begin_page(first_id: ColumnElement[Any]) -> Any:
    return select(first_id.label("id"), literal(1).label("position")).cte("page", recursive=True)


def _complete_page(page: Any, following_id: ColumnElement[Any], limit: int) -> Select[Any]:
    following = select(following_id, page.c.position + 1).where(
        page.c.position < limit, page.c.id.is_not(None)
    )
    page = page.union_all(following)
    return select(page.c.id).where(page.c.id.is_not(None))


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
    own = (col(ChatMessage.author_id), col(ChatMessage.id))
    limits = (_to_expression(after), _to_expression(until))
    of_author = (
        select(ChatMessage.id)
        .where(
            col(ChatMessage.chat_id) == col(author.chat_id),
            _IsByAuthorBetween(*own, col(author.user_id), *limits),
        )
        .order_by(*[column.desc() if is_latest else column for column in own])
        .limit(1)
        .correlate_except(ChatMessage)
    )
    if is_counted:
        of_author = of_author.where(
            col(ChatMessage.change) == "", col(ChatMessage.deleted_at).is_(None)
        )
    nearest = func.max if is_latest else func.min
    return (
        select(nearest(of_author.scalar_subquery()))
        .where(col(author.chat_id) == chat_id, is_shown(col(author.user_id)))
        .correlate_except(author)
        .scalar_subquery()
    )


def _to_expression(id_: Id) -> Any:
    return literal(id_, BigInteger) if isinstance(id_, int) else id_
