"""Search texts for keywords."""

import re
from collections.abc import Sequence


class KeywordMatcher:
    """Finds texts in which a word starts with one of the keywords, regardless of case."""

    def __init__(self, keywords: Sequence[str]) -> None:
        # `str.__contains__` is many times faster than a regular expression. The expression only
        # checks whether a keyword that was found is at the beginning of a word.
        self._patterns = [
            (folded, re.compile(rf"(?<!\w){re.escape(folded)}")) for folded in map(_fold, keywords)
        ]
        self._has_spaces = any(" " in keyword for keyword, _ in self._patterns)

    def matches(self, text: str) -> bool:
        folded = _fold(text) if self._has_spaces else text.casefold()
        return any(
            keyword in folded and pattern.search(folded) for keyword, pattern in self._patterns
        )


def find_texts_without_keywords(keywords: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Return the indexes of the texts that contain none of the keywords."""
    matcher = KeywordMatcher(keywords)
    return [index for index, text in enumerate(texts) if not matcher.matches(text)]


def _fold(text: str) -> str:
    """Return `text` in a form that ignores case, line breaks and repeated spaces."""
    return " ".join(text.casefold().split())
