"""The search of a table with a trigram index of PostgreSQL.

The index reads the rows of each trigram of a term, also of those that nearly every row contains. If
a term consists of frequent and rare words, only the rare ones are searched in the index, and the
rows that it finds are compared with the whole term.
"""

from typing import Any, Final

from sqlalchemy import ColumnElement, and_, false, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.tables.definitions import Table

# A word is frequent if it is in more than this share of the latest rows.
SAMPLE_SIZE: Final = 400
MAX_RARE_SHARE: Final = 0.05
# Shorter words have no trigram.
MIN_WORD_LENGTH: Final = 3


async def build_condition(session: AsyncSession, table: Table, term: str) -> ColumnElement[bool]:
    """Return the condition for the rows that contain a term, in the form that is found fastest."""
    assert table.search is not None
    is_term = table.search(term)
    words = {word for word in term.split() if len(word) >= MIN_WORD_LENGTH}
    if len(words) < 2 or not table.has_trigram_index or not _is_postgresql(session):
        return is_term
    rare_words = await find_rare_words(session, table, sorted(words))
    if len(rare_words) in {0, len(words)}:
        return is_term
    # PostgreSQL uses no index for the arguments of a function.
    return and_(*map(table.search, rare_words), func.coalesce(is_term, false()))


def _is_postgresql(session: AsyncSession) -> bool:
    return session.get_bind().dialect.name == "postgresql"


async def find_rare_words(session: AsyncSession, table: Table, words: list[str]) -> list[str]:
    """Return the words that at most `MAX_RARE_SHARE` of the latest rows contain."""
    assert table.search is not None
    first_id = (
        select(table.id).order_by(table.id.desc()).offset(SAMPLE_SIZE).limit(1).scalar_subquery()
    )
    counts: list[Any] = [func.count().filter(table.search(word)) for word in words]
    row = (await session.execute(select(*counts).where(table.id > first_id))).one()
    return [
        word
        for word, count in zip(words, row, strict=True)
        if count <= SAMPLE_SIZE * MAX_RARE_SHARE
    ]
