"""The tokens of the search index: what a text contains, and what a query requires.

A token is a stem, a pair of adjacent stems, a word of the title, or a filter. Both
databases only store which tokens a text has. A stem consists of letters, digits, `+` and `#`, so
that the other characters tell the kinds of tokens apart.
"""

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import Final

from community.core.text.stems import find_stems
from community.domain.search.query import Phrase

# The thresholds of the tokens with which texts with many reactions or comments are found.
LEVELS: Final = (5, 25, 125)
# PostgreSQL stores at most 1 MB for a text.
MAX_TOKENS_BYTES: Final = 800_000
_JOIN_PAIR: Final = "_".join
# Of a character in UTF-8.
_MAX_BYTES: Final = 4

# ASCII characters that separate tokens in the index of SQLite. Unicode decomposes some letters
# into them, for example the number in parentheses.
_SEPARATORS: Final = re.compile(r"[\x00-\x22\x24-\x2a\x2c-\x2f\x3a-\x60\x7b-\x7f]")


def find_text_tokens(text: str) -> list[str]:
    """Return the different stems of a text and the pairs of adjacent ones."""
    return make_stem_tokens(find_stems(text))


def make_stem_tokens(stems: Iterable[str]) -> list[str]:
    clean = list(stems)
    if not all(map(str.isalnum, clean)):
        clean = [token for stem in clean if (token := clean_stem(stem))]
    return list(dict.fromkeys((*clean, *map(_JOIN_PAIR, pairwise(clean)))))


def clean_stem(stem: str) -> str:
    return stem if stem.isalnum() else _SEPARATORS.sub("", stem)


def find_phrase_tokens(phrase: Phrase) -> list[str]:
    """Return the tokens that every text with the phrase has.

    A text with the tokens of three or more words may contain the pairs at different places.
    """
    clean = [token for stem in phrase if (token := clean_stem(stem))]
    return list(dict.fromkeys(map(_JOIN_PAIR, pairwise(clean)))) if len(clean) > 1 else clean


def make_author_filter(user_id: int) -> str:
    return f"author:{user_id}"


def make_community_filter(community_id: int) -> str:
    return f"community:{community_id}"


def make_tag_filters(tags: Iterable[str]) -> list[str]:
    """Return a token for each tag. Other characters than letters and digits are encoded."""
    return [
        "tag:" + "".join(char if char.isalnum() else f"_{ord(char):x}_" for char in tag.casefold())
        for tag in tags
    ]


def make_title_marks(stems: Iterable[str]) -> list[str]:
    """Return the tokens of the words of a title, which find texts with these words in the title."""
    return list(dict.fromkeys(f"title:{clean_stem(stem)}" for stem in stems))


def make_level_tokens(name: str, level: int) -> list[str]:
    """Return a token for each of `LEVELS` that a counter has reached."""
    return [make_level_token(name, reached) for reached in range(1, level + 1)]


def make_level_token(name: str, level: int) -> str:
    """Return the token of the texts whose counter has reached at least `level` of `LEVELS`."""
    return f"{name}:{level}"


def find_level(count: int) -> int:
    """Return how many of `LEVELS` a count has reached."""
    return sum(count >= threshold for threshold in LEVELS)


def limit_size(tokens: Iterable[str]) -> list[str]:
    """Return the first tokens, so that PostgreSQL can store them."""
    different = list(dict.fromkeys(tokens))
    if sum(map(len, different)) * _MAX_BYTES + len(different) <= MAX_TOKENS_BYTES:
        return different
    limited, size = [], 0
    for token in different:
        size += len(token.encode()) + 1
        if size > MAX_TOKENS_BYTES:
            break
        limited.append(token)
    return limited


def make_kind_token(kind: str) -> str:
    return f"is:{kind}"
