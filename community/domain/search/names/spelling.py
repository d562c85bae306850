"""Corrects typing errors in a query, with words from names that the actor may read."""

import re
from collections.abc import Iterable
from typing import Final

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.actor import Actor
from community.core.text.normalization import normalize_word
from community.core.text.stems import find_words, stem_word
from community.domain.search.names.name_index import NameKind
from community.domain.search.names.names import has_word
from community.models import SearchWord

# Shorter words have too many neighbours.
MIN_WORD_LENGTH: Final = 3
MAX_CORRECTED_LENGTH: Final = 24
MAX_CORRECTED_WORDS: Final = 4
# The most frequent neighbours of a word that are checked.
MAX_NEIGHBOURS: Final = 5
_ALPHABETS: Final = ("abcdefghijklmnopqrstuvwxyz0123456789", "абвгдежзийклмнопрстуфхцчшщъыьэюя")
# What is no text: an excluded word, or a filter.
_OPERATOR: Final = re.compile(r"(?<!\S)(?:-|@|#|\w+:)\S*")


async def find_correction(session: AsyncSession, actor: Actor, q: str) -> str | None:
    """Return a query without typing errors, or None if there is none that is better.

    A word that no name contains is replaced by the most frequent word from which it differs by one
    letter, or by two letters that are swapped.
    """
    operators = [match.span() for match in _OPERATOR.finditer(q)]
    words = [
        word
        for word in find_words(q)
        if MIN_WORD_LENGTH <= word.end - word.start <= MAX_CORRECTED_LENGTH
        and not any(start <= word.start < end for start, end in operators)
    ]
    known = await _find_known(session, (normalize_word(q[word.start : word.end]) for word in words))
    corrected, position, changes = "", 0, 0
    for word in words:
        text = q[word.start : word.end]
        if normalize_word(text) in known or changes == MAX_CORRECTED_WORDS:
            continue
        if (better := await _correct_word(session, actor, normalize_word(text))) is not None:
            corrected += q[position : word.start] + better
            position, changes = word.end, changes + 1
    return corrected + q[position:] if changes else None


async def _find_known(session: AsyncSession, words: Iterable[str]) -> set[str]:
    requested = set(words)
    if not requested:
        return set()
    query = select(SearchWord.word).where(col(SearchWord.word).in_(requested), _is_any_kind())
    return set(await session.scalars(query))


async def _correct_word(session: AsyncSession, actor: Actor, word: str) -> str | None:
    stem = stem_word(word)
    rows = await session.execute(
        select(SearchWord.word, SearchWord.kind)
        .where(col(SearchWord.word).in_(list_neighbours(word)), _is_any_kind())
        .order_by(col(SearchWord.uses).desc(), col(SearchWord.word))
        .limit(MAX_NEIGHBOURS)
    )
    for neighbour, kind in rows.all():
        # Another form of the same word has the same results.
        if stem_word(neighbour) == stem:
            continue
        if await has_word(session, actor, kind=NameKind(kind), word=neighbour):
            return neighbour
    return None


def list_neighbours(word: str) -> set[str]:
    """Return what differs from a word by one letter, or by the order of two adjacent letters."""
    letters = next((a for a in _ALPHABETS if any(letter in a for letter in word)), _ALPHABETS[0])
    splits = [(word[:index], word[index:]) for index in range(len(word) + 1)]
    deleted = (left + right[1:] for left, right in splits if right)
    swapped = (left + right[1] + right[0] + right[2:] for left, right in splits if len(right) > 1)
    replaced = (left + letter + right[1:] for left, right in splits if right for letter in letters)
    inserted = (left + letter + right for left, right in splits for letter in letters)
    return {*deleted, *swapped, *replaced, *inserted} - {word}


def _is_any_kind() -> ColumnElement[bool]:
    """Return a condition that lets the database use the index, whose first column is the kind."""
    return col(SearchWord.kind).in_([kind.value for kind in NameKind])
