"""Search texts for keywords: whole words in any inflected form, in English and in Russian."""

import re
from collections.abc import Sequence
from typing import Final

from community.core.text.stems import ENGLISH, RUSSIAN

# Keywords with other characters, such as "c++", are searched as they are.
_WORDS: Final = re.compile(r"\w+(?:[\s'’-]+\w+)*")  # the apostrophe of printed texts
_WORD: Final = re.compile(r"\w+")
# What may be between two words of a phrase: anything but an empty line.
_GAP: Final = re.compile(r"[^\w\n]*\n?[^\w\n]*")
_CYRILLIC: Final = re.compile(r"[а-я]")
# The stemmers change at most this many characters at the end of a word before they remove others:
# "happy" and "happiness" become "happi", "possibility" becomes "possibl", "dying" becomes "die".
_CHANGED_CHARACTERS = 2


class KeywordMatcher:
    """Finds texts that contain one of the keywords, regardless of case and of the form of words."""

    def __init__(self, keywords: Sequence[str]) -> None:
        folded = [_fold(keyword).strip() for keyword in keywords]
        self._phrases = [_Phrase(keyword) for keyword in folded if _WORDS.fullmatch(keyword)]
        self._literals = [
            (keyword, re.compile(rf"(?<!\w){re.escape(keyword)}(?!\w)"))
            for keyword in folded
            if keyword and not _WORDS.fullmatch(keyword)
        ]

    def matches(self, text: str) -> bool:
        folded = _fold(text)
        return any(phrase.is_in(folded) for phrase in self._phrases) or any(
            keyword in folded and pattern.search(folded) for keyword, pattern in self._literals
        )


class _Phrase:
    """One or more words that follow each other."""

    def __init__(self, keyword: str) -> None:
        self._stems = [_stem(word) for word in _WORD.findall(keyword)]
        first = self._stems[0]
        self._start = first[: max(1, len(first) - _CHANGED_CHARACTERS)]
        self._candidate = re.compile(rf"(?<!\w){re.escape(self._start)}\w*")

    def is_in(self, text: str) -> bool:
        # `str.__contains__` is many times faster than a regular expression, and most texts contain
        # no candidate, so that few words are stemmed.
        if self._start not in text:
            return False
        known: dict[str, bool] = {}
        for match in self._candidate.finditer(text):
            word = match[0]
            if word not in known:
                known[word] = _stem(word) == self._stems[0]
            if known[word] and self._continues(text, match.end()):
                return True
        return False

    def _continues(self, text: str, position: int) -> bool:
        """Return whether the other words of the phrase follow at the position."""
        for stem in self._stems[1:]:
            gap = _GAP.match(text, position)
            word = _WORD.match(text, gap.end()) if gap else None
            if word is None or _stem(word[0]) != stem:
                return False
            position = word.end()
        return True


def find_texts_without_keywords(keywords: Sequence[str], texts: Sequence[str]) -> list[int]:
    """Return the indexes of the texts that contain none of the keywords."""
    matcher = KeywordMatcher(keywords)
    return [index for index, text in enumerate(texts) if not matcher.matches(text)]


def _stem(word: str) -> str:
    stemmer = RUSSIAN if _CYRILLIC.search(word) else ENGLISH
    return str(stemmer.stemWord(word))


def _fold(text: str) -> str:
    """Return `text` in a form that ignores case, and the dots of the Russian letter ё."""
    return text.casefold().replace("ё", "е")
