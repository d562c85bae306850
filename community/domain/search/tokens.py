"""The tokens of the search index: what a text contains, and what a query requires.

A token is a stem, a pair of adjacent stems, the beginning of a word of a title, or a filter. Both
databases only store which tokens a text has. A stem consists of letters, digits, `+` and `#`, so
that the other characters tell the kinds of tokens apart.
"""

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Final

from community.core.text.normalization import normalize_word
from community.core.text.stems import find_stems, find_words
from community.domain.search.query import Phrase

# Longer beginnings are found with the first three letters, and then compared.
PREFIX_LENGTHS: Final = (2, 3)


def find_text_tokens(text: str) -> list[str]:
    """Return the different stems of a text and the pairs of adjacent ones."""
    stems = find_stems(text)
    return list(dict.fromkeys((*stems, *map(make_pair, pairwise(stems)))))


def find_title_tokens(title: str) -> list[str]:
    """Return the tokens of a title or a name, with the beginnings of its words."""
    words = (normalize_word(title[word.start : word.end]) for word in find_words(title))
    prefixes = (make_prefix(word[:length]) for word in words for length in PREFIX_LENGTHS)
    return list(dict.fromkeys((*find_text_tokens(title), *prefixes)))


def find_phrase_tokens(phrase: Phrase) -> list[str]:
    """Return the tokens that every text with the phrase has.

    A text with the tokens of three or more words may contain the pairs at different places.
    """
    return list(dict.fromkeys(map(make_pair, pairwise(phrase)))) if len(phrase) > 1 else [*phrase]


def make_pair(stems: Sequence[str]) -> str:
    return "_".join(stems)


def make_prefix(letters: str) -> str:
    return f"^{letters}"


def make_author_filter(user_id: int) -> str:
    return f"author:{user_id}"


def make_community_filter(community_id: int) -> str:
    return f"community:{community_id}"


def make_tag_filters(tags: Iterable[str]) -> list[str]:
    return [f"tag:{tag.casefold().replace(' ', '_')}" for tag in tags]
