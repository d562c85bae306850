"""Checks phrases of three or more words, whose pairs a text may contain at different places."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.text.stems import contains_phrase
from community.domain.search.query import Phrase, SearchQuery
from community.domain.search.texts.candidates import Candidate
from community.domain.search.texts.serializers import load_texts

# Longer texts are not checked.
MAX_CHECKED_LENGTH: Final = 10_000
# How many texts are checked for a page. Pairs of a phrase are nearly always adjacent.
MAX_CHECKED: Final = 60


def must_check(phrases: Iterable[Phrase]) -> bool:
    return any(len(phrase) > 2 for phrase in phrases)  # The index contains pairs.


async def take_matching(
    session: AsyncSession, query: SearchQuery, ranked: Sequence[Candidate], limit: int
) -> tuple[list[Candidate], Candidate | None]:
    """Return the first candidates whose texts contain the phrases of the query.

    Returns:
        The candidates, and the last one that was examined, or None if it is the last of all. There
        can be fewer than `limit` candidates although others follow.
    """
    long_phrases = [phrase for phrase in query.phrases if must_check([phrase])]
    if not long_phrases:
        return list(ranked[:limit]), ranked[limit - 1] if len(ranked) > limit else None
    found: list[Candidate] = []
    examined = ranked[:MAX_CHECKED]
    for start in range(0, len(examined), limit):
        batch = examined[start : start + limit]
        texts = await load_texts(session, batch)
        for row in batch:
            if _contains_all(texts.get(row.id, ()), long_phrases):
                found.append(row)
            if len(found) == limit:
                return found, None if row is ranked[-1] else row
    return found, examined[-1] if len(ranked) > len(examined) else None


def _contains_all(parts: Iterable[str], phrases: Collection[Phrase]) -> bool:
    """Return whether each phrase is in one of the parts, or may be in the rest of a long one."""
    parts = list(parts)
    if any(len(part) > MAX_CHECKED_LENGTH for part in parts):
        return True
    return all(any(contains_phrase(part, phrase) for part in parts) for phrase in phrases)
