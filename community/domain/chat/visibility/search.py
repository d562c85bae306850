"""Search for messages by text. All words must occur, also as parts of other words.

SQLite uses the table `message_search`, which triggers fill, and PostgreSQL a trigram index.
Neither finds words with less than three characters, and PostgreSQL reads all hits of a word before
it returns the latest ones. Such words are therefore searched in the latest messages, one by one.
"""

from collections.abc import Sequence
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Integer,
    String,
    and_,
    cast,
    column,
    false,
    func,
    literal,
    or_,
    table,
    text,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.statements import is_one_of
from community.core.text.normalization import clean_search_term
from community.domain.chat.visibility.message_pages import MessageQuery
from community.domain.chat.visibility.visibility import is_visible_in_lists, select_latest_visible
from community.models import Chat, ChatMember, ChatMessage
from community.models.chat import message_search_text

SEARCH_MAX_LENGTH: Final = 100
MAX_WORDS: Final = 10
# The index contains groups of three characters.
MIN_INDEXED_LENGTH: Final = 3
# How many messages of a chat are searched one by one.
MAX_SCANNED: Final = 4_000
# A search in many chats reads all messages with a word that has up to this number of hits. For a
# more frequent word, it reads the latest messages of the latest chats.
MAX_RARE_HITS: Final = 1_000
MAX_SCANNED_CHATS: Final = 100
MAX_SCANNED_PER_CHAT: Final = 100
# PostgreSQL estimates from this number of the latest messages of the site whether a word is rare.
# Counting the hits of a frequent word would take longer than the search.
SAMPLE_SIZE: Final = 1_000
MAX_SAMPLE_HITS: Final = 3

_index = table("message_search", column("rowid", Integer), column("message_search", String))
# As in the triggers: the id in base 20,000, with Chinese characters as digits.
_DIGIT_ZERO, _BASE = 0x4E00, 20_000


def split_words(search: str) -> list[str]:
    return clean_search_term(search, max_length=SEARCH_MAX_LENGTH).lower().split()[:MAX_WORDS]


async def select_messages(
    session: AsyncSession,
    chat_id: int,
    is_visible: ColumnElement[bool],
    words: Sequence[str],
    *,
    before: int | None = None,
    can_scan: bool = True,
) -> list[MessageQuery]:
    """Return queries for the visible messages of a chat that contain all words, if any.

    If the first query finds too few messages, the next one finds these and others.

    Args:
        before: The caller looks for messages before the one with this id.
        can_scan: Whether the caller looks for the latest messages, or those before `before`.
    """
    if not words:
        return [MessageQuery(select(ChatMessage).where(is_visible), col(ChatMessage.id))]
    is_found = and_(is_visible, col(ChatMessage.change) == "")
    indexed = [word for word in words if len(word) >= MIN_INDEXED_LENGTH]
    if indexed and _is_sqlite(session):
        return [_select_from_index(chat_id, is_found, words)]
    queries = []
    if can_scan or not indexed:
        start = await _find_first_scanned(session, chat_id, before)
        scanned = select(ChatMessage).where(
            is_found, col(ChatMessage.id) >= start, *[_occurs(session, word) for word in words]
        )
        queries.append(MessageQuery(scanned, col(ChatMessage.id)))
        if not indexed or not start:
            return queries
    await _plan_with_values(session)
    # PostgreSQL would read an index on the ids backwards until it has found enough messages, which
    # takes long for a rare word. It cannot do so for an expression.
    found = select(ChatMessage).where(is_found, *map(_contains, words))
    return [*queries, MessageQuery(found, col(ChatMessage.id) + 0)]


async def has_message_with(
    session: AsyncSession, actor_id: int, words: Sequence[str], is_listed: ColumnElement[bool]
) -> ColumnElement[bool]:
    """Return the condition for chats with a message that contains all words, in a list of chats.

    Words with less than three characters are only searched together with longer ones.

    Args:
        is_listed: The condition for the chats of the list, in a query of `Chat` and `ChatMember`.
    """
    if not any(len(word) >= MIN_INDEXED_LENGTH for word in words):
        return false()
    hits = await _find_rare_hits(session, words)
    if hits is None:
        if not _is_sqlite(session):
            # It would sort all messages of a chat to find the latest ones.
            await session.execute(text("SET LOCAL enable_incremental_sort = off"))
        return _is_found_by_scan(session, words, is_listed)
    # A join could begin with all messages of the chats instead of the hits.
    is_visible = (
        select(Chat.id)
        .join(ChatMember, col(ChatMember.chat_id) == col(Chat.id))
        .where(col(ChatMember.user_id) == actor_id, is_visible_in_lists())
        .correlate(ChatMessage)
        .exists()
    )
    found = select(ChatMessage.chat_id).where(is_one_of(col(ChatMessage.id), hits), is_visible)
    return col(Chat.id).in_(found.correlate(None))


def build_chat_key(chat_id: int) -> str:
    """Return the three characters with which the index finds the messages of a chat."""
    digits = (chat_id // _BASE**2, chat_id // _BASE, chat_id)
    return "".join(chr(_DIGIT_ZERO + digit % _BASE) for digit in digits)


def _is_sqlite(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "sqlite"


def _select_from_index(
    chat_id: int, is_found: ColumnElement[bool], words: Sequence[str]
) -> MessageQuery:
    query = (
        select(ChatMessage)
        .join_from(_index, ChatMessage, col(ChatMessage.id) == _index.c.rowid)
        .where(_matches_index(words, build_chat_key(chat_id)), is_found, *_match_short(words))
    )
    return MessageQuery(query, _index.c.rowid)


def _matches_index(words: Sequence[str], chat_key: str = "") -> ColumnElement[bool]:
    """Return the condition that the index contains the longer words, in one chat or in any."""
    phrases = [
        'text : "{}"'.format(word.replace('"', '""'))
        for word in words
        if len(word) >= MIN_INDEXED_LENGTH
    ]
    if chat_key:
        phrases.insert(0, f'chat : "{chat_key}"')
    expression = cast(literal(" AND ".join(phrases)), String)
    return _index.c.message_search.op("MATCH", is_comparison=True)(expression)


def _match_short(words: Sequence[str]) -> list[ColumnElement[bool]]:
    return [_occurs_in_sqlite(word) for word in words if len(word) < MIN_INDEXED_LENGTH]


def _contains(word: str) -> ColumnElement[bool]:
    """Return the condition that a message contains a word, for which PostgreSQL uses the index."""
    return message_search_text.contains(word, autoescape=True)


def _occurs(session: AsyncSession, word: str) -> ColumnElement[bool]:
    """Return the same condition without the index, for messages that are read anyway."""
    if _is_sqlite(session):
        return _occurs_in_sqlite(word)
    return func.strpos(message_search_text, word) > 0


def _occurs_in_sqlite(word: str) -> ColumnElement[bool]:
    # The function lower() of SQLite changes only Latin letters.
    variants = dict.fromkeys((word, word.capitalize(), word.upper()))
    if word.isascii():
        return func.instr(message_search_text, word) > 0
    return or_(*[func.instr(col(ChatMessage.text), variant) > 0 for variant in variants])


async def _find_first_scanned(session: AsyncSession, chat_id: int, before: int | None) -> int:
    """Return the id of the first message among the latest `MAX_SCANNED` ones of a chat, or 0."""
    query = select(ChatMessage.id).where(col(ChatMessage.chat_id) == chat_id)
    if before is not None:
        query = query.where(col(ChatMessage.id) < before)
    query = query.order_by(col(ChatMessage.id).desc()).offset(MAX_SCANNED).limit(1)
    return await session.scalar(query) or 0


async def _find_rare_hits(session: AsyncSession, words: Sequence[str]) -> Sequence[int] | None:
    """Return the ids of the messages of the site that contain the words.

    None if there are more than `MAX_RARE_HITS`.
    """
    if not _is_sqlite(session):
        latest = (
            select(ChatMessage.text)
            .order_by(col(ChatMessage.id).desc())
            .limit(SAMPLE_SIZE)
            .subquery("messages")
        )
        sample_hits = await session.scalar(
            select(func.count())
            .select_from(latest)
            .where(*[_occurs(session, word) for word in words])
        )
        if (sample_hits or 0) > MAX_SAMPLE_HITS:
            return None
        await _plan_with_values(session)
    hits = (await session.scalars(_select_hits(session, words).limit(MAX_RARE_HITS + 1))).all()
    return hits if len(hits) <= MAX_RARE_HITS else None


def _select_hits(session: AsyncSession, words: Sequence[str]) -> Any:
    """Return a query for the ids of the messages of the site that contain the words."""
    if _is_sqlite(session):
        found = select(_index.c.rowid).where(_matches_index(words))
        if not (short := _match_short(words)):
            return found
        return found.join(ChatMessage, col(ChatMessage.id) == _index.c.rowid).where(*short)
    return select(ChatMessage.id).where(col(ChatMessage.change) == "", *map(_contains, words))


def _is_found_by_scan(
    session: AsyncSession, words: Sequence[str], is_listed: ColumnElement[bool]
) -> ColumnElement[bool]:
    latest_chats = (
        select(Chat.id)
        .join(ChatMember, col(ChatMember.chat_id) == col(Chat.id))
        .where(is_listed)
        .order_by(col(Chat.last_message_id).desc())
        .limit(MAX_SCANNED_CHATS)
        .correlate(None)
    )
    # The name is that of the table, to which `message_search_text` refers.
    columns = (col(ChatMessage.text), col(ChatMessage.change))
    latest = select_latest_visible(*columns, limit=MAX_SCANNED_PER_CHAT).subquery("messages")
    has_words = (
        select(latest.c.text)
        .where(latest.c.change == "", *[_occurs(session, word) for word in words])
        .exists()
    )
    return and_(col(Chat.id).in_(latest_chats), has_words)


async def _plan_with_values(session: AsyncSession) -> None:
    """Let PostgreSQL plan the following queries of the transaction for the words they contain.

    After a few executions, it would use a plan for any word, which reads all messages of a chat.
    """
    if not _is_sqlite(session):
        await session.execute(text("SET LOCAL plan_cache_mode = force_custom_plan"))
