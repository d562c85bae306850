"""Checks phrases of three or more words, whose pairs a text may contain at different places."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from sqlalchemy.ext.asyncio import AsyncSession

from community.core.text import text_workers
from community.core.text.stems import find_texts_with_phrases
from community.domain.search.query import Phrase, SearchQuery
from community.domain.search.texts.candidates import Candidate
from community.domain.search.texts.serializers import load_texts

# Longer texts are not checked.
MAX_CHECKED_LENGTH: Final = 10_000
# In the worst case, this takes 20 ms. More characters are checked in a worker process.
MAX_CHARACTERS_ON_EVENT_LOOP: Final = 20_000
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
        matching = await _find_matching_ids(await load_texts(session, batch), long_phrases)
        for row in batch:
            if row.id in matching:
                found.append(row)
            if len(found) == limit:
                return found, None if row is ranked[-1] else row
    return found, examined[-1] if len(ranked) > len(examined) else None


async def _find_matching_ids(
    texts: Mapping[int, Sequence[str]], phrases: Sequence[Phrase]
) -> set[int]:
    """Return the ids of the texts that contain each phrase, or may contain it in a long part."""
    checked = {
        document_id: parts
        for document_id, parts in texts.items()
        if all(len(part) <= MAX_CHECKED_LENGTH for part in parts)
    }
    ids, parts = list(checked), list(checked.values())
    if sum(len(part) for text in parts for part in text) <= MAX_CHARACTERS_ON_EVENT_LOOP:
        indexes = find_texts_with_phrases(phrases, parts)
    else:
        indexes = await text_workers.find_texts_with_phrases(phrases, parts)
    return {ids[index] for index in indexes} | (texts.keys() - checked.keys())
