"""Search for messages by text. All words must occur, also as parts of other words.

SQLite uses the table `message_search`, which triggers fill, and PostgreSQL a trigram index.
Neither finds words with less than three characters, so these are searched only among the latest
messages of a chat.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Integer,
    String,
    and_,
    cast,
    column,
    func,
    literal,
    table,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select
from sqlmodel.sql.expression import SelectOfScalar

from community.core.text.normalization import clean_search_term
from community.models import ChatMessage
from community.models.chat import message_search_text

SEARCH_MAX_LENGTH: Final = 100
MAX_WORDS: Final = 10
# The index contains groups of three characters.
MIN_INDEXED_LENGTH: Final = 3
# Among how many messages of a chat shorter words are searched.
MAX_SCANNED: Final = 10_000

_index = table("message_search", column("rowid", Integer), column("message_search", String))
# As in the triggers: the id in base 20,000, with Chinese characters as digits.
_DIGIT_ZERO, _BASE = 0x4E00, 20_000


class MessageQuery(NamedTuple):
    """A query for messages, and the column with their ids that it must be sorted by."""

    query: SelectOfScalar[ChatMessage]
    id: Any


def split_words(search: str) -> list[str]:
    return clean_search_term(search, max_length=SEARCH_MAX_LENGTH).lower().split()[:MAX_WORDS]


def select_messages(
    session: AsyncSession, chat_id: int, is_visible: ColumnElement[bool], words: Sequence[str]
) -> MessageQuery:
    """Return a query for the visible messages of a chat that contain all words, if any."""
    if not words:
        return MessageQuery(select(ChatMessage).where(is_visible), col(ChatMessage.id))
    indexed = [word for word in words if len(word) >= MIN_INDEXED_LENGTH]
    is_found = and_(is_visible, col(ChatMessage.change) == "")
    if session.get_bind().dialect.name == "sqlite" and indexed:
        others = [word for word in words if word not in indexed]
        query = (
            select(ChatMessage)
            .join_from(_index, ChatMessage, col(ChatMessage.id) == _index.c.rowid)
            .where(
                _matches_index(literal(build_chat_key(chat_id)), indexed),
                is_found,
                *map(_contains, others),
            )
        )
        return MessageQuery(query, _index.c.rowid)
    query = select(ChatMessage).where(is_found, *map(_contains, words))
    if not indexed:
        query = query.where(col(ChatMessage.id) >= _find_first_scanned(chat_id))
    return MessageQuery(query, col(ChatMessage.id))


def contains_words(
    session: AsyncSession, chat_id: Any, words: Sequence[str]
) -> ColumnElement[bool]:
    """Return the SQL condition that a message of `ChatMessage` contains all words.

    Args:
        chat_id: The column of an outer query with the id of the chat of the message.
    """
    indexed = [word for word in words if len(word) >= MIN_INDEXED_LENGTH]
    is_sqlite = session.get_bind().dialect.name == "sqlite"
    conditions = [
        col(ChatMessage.change) == "",
        *[_contains(word) for word in words if not is_sqlite or word not in indexed],
    ]
    if is_sqlite and indexed:
        found = select(_index.c.rowid).where(_matches_index(_build_chat_key(chat_id), indexed))
        conditions.append(col(ChatMessage.id).in_(found))
    return and_(*conditions)


def build_chat_key(chat_id: int) -> str:
    """Return the three characters with which the index finds the messages of a chat."""
    digits = (chat_id // _BASE**2, chat_id // _BASE, chat_id)
    return "".join(chr(_DIGIT_ZERO + digit % _BASE) for digit in digits)


def _build_chat_key(chat_id: Any) -> ColumnElement[str]:
    return func.char(
        _DIGIT_ZERO + chat_id // _BASE**2 % _BASE,
        _DIGIT_ZERO + chat_id // _BASE % _BASE,
        _DIGIT_ZERO + chat_id % _BASE,
    )


def _matches_index(chat_key: ColumnElement[str], words: Sequence[str]) -> ColumnElement[bool]:
    phrases = "".join(' AND text : "{}"'.format(word.replace('"', '""')) for word in words)
    expression = cast(literal('chat : "').concat(chat_key).concat(literal(f'"{phrases}')), String)
    return _index.c.message_search.op("MATCH", is_comparison=True)(expression)


def _contains(word: str) -> ColumnElement[bool]:
    return message_search_text.contains(word, autoescape=True)


def _find_first_scanned(chat_id: int) -> ColumnElement[int]:
    """Return the id of the first message among the latest `MAX_SCANNED` ones of a chat, or 0."""
    found = (
        select(col(ChatMessage.id))
        .where(col(ChatMessage.chat_id) == chat_id)
        .order_by(col(ChatMessage.id).desc())
        .offset(MAX_SCANNED)
        .limit(1)
        .scalar_subquery()
    )
    return func.coalesce(found, 0)
