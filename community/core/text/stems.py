"""Split texts into words and reduce words to stems, so that a search finds all forms of a word.

The results depend on no database, so that a search finds the same on SQLite and on PostgreSQL.
"""

import re
import sys
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import Stemmer  # type: ignore[import-not-found]

from community.core.text.normalization import ACCENTS, MAX_WORD_LENGTH, normalize_word

# Scripts without spaces between words: Thai, Lao, Burmese, Khmer, Japanese and Chinese.
_UNSPACED: Final = (
    r"\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\uf900-\ufaff\U00020000-\U0003ffff"
)
# Python does not count accents, and the vowels of Indic scripts, as parts of words.
_INDIC: Final = r"\u0900-\u0963\u0966-\u0dff"
# "c++" and "c#" are words. The apostrophe joins: "don't", "d'Artagnan".
_WORD: Final = re.compile(
    rf"(?P<unspaced>[{_UNSPACED}]+)"
    rf"|(?:[^\W_{_UNSPACED}]|[{ACCENTS}{_INDIC}])+"
    rf"(?:['’](?:[^\W_{_UNSPACED}]|[{ACCENTS}{_INDIC}])+)*"
    r"(?:\+\+|\#(?!\w))?"
)
# What precedes no word, because it belongs to one.
_NOT_INSIDE: Final = r"(?<![^\W_])(?<![^\W_]['’])"
# What precedes or follows a word without a space between them, or is in it.
_JOINED: Final = rf"\w'’+#{ACCENTS}{_INDIC}{_UNSPACED}"
# Letters that normalization does not change, and usual punctuation. Replacing the characters of
# other texts takes longest.
_USUAL_TEXT: Final = re.compile("[\\x00-\\x7fа-я\u00a0«»“”„‘’–—…№]*")
# Stands for the characters of words with unusual letters. It is an unusual letter itself.
_MARK: Final = "\u4e00"
# An English word begins with all letters of its stem but the last one: "happy" becomes "happi". If
# the stem is short, only the first letter is certain: "dying" becomes "die". Other words begin with
# their stems. The comparison of 2.2 million words with their stems found no exception.
_SHORT_STEM: Final = 3
_ANY_APOSTROPHE: Final = "['’]"
# More words of a phrase are only compared in places where the first ones may be, because the
# pattern would read the same words again at each of them.
_MAX_PATTERN_WORDS: Final = 3
# How many words of a text are compared with phrases before all of its words are stemmed.
MAX_COMPARED_WORDS: Final = 300
# The rest of a word after its beginning, and what separates it from the next one.
_REST: Final = r"(?:[^\W_]|['’](?=[^\W_]))*+[\W_]*+"


def _find_plain_letters() -> dict[str, str]:
    """Return the forms of lower-case letters from Latin to Arabic that normalization replaces.

    Only letters whose form is one letter are included. Most keep their form, such as ł and і.
    """
    letters = map(chr, (*range(0xAA, 0x250), *range(0x370, 0x700), *range(0x1E00, 0x2000)))
    plain = {char: normalize_word(char) for char in letters if char.isalnum()}
    return {
        char: other
        for char, other in plain.items()
        if char == char.lower() and len(other) == 1 and normalize_word(other) == other
    }


_PLAIN_LETTERS: Final = _find_plain_letters()
_CHANGED: Final = re.compile(
    f"[{''.join(char for char, plain in _PLAIN_LETTERS.items() if char != plain)}]"
)
_USUAL: Final = "0-9a-z_а-я" + "".join(sorted(set(_PLAIN_LETTERS.values())))
_USUAL_STEM: Final = re.compile(f"[{_USUAL}][{_USUAL}'+#]*")
# Letters that normalization may change in another way, or that can be words of their own.
_UNUSUAL: Final = re.compile(rf"[^\W{_USUAL}]|[{ACCENTS}{_INDIC}{_UNSPACED}]")
# A run without spaces that contains such a letter.
_UNUSUAL_RUN: Final = re.compile(rf"(?<![{_JOINED}])[{_USUAL}'’+#]*+[{_JOINED}]+")
_RUSSIAN_WORD: Final = re.compile(r"[а-я]+")
_ENGLISH_WORD: Final = re.compile(r"[a-z']+")
# A text consists mostly of words that others contain too. Finding the stem of a word that is cached
# takes a twentieth of the time. They need about 8 MB.
CACHED_WORDS: Final = 50_000
# The pairs of characters of languages without spaces.
CACHED_PAIRS: Final = 10_000
# The stemmers of Snowball. Their own cache is not used, because it is never emptied.
ENGLISH: Final = Stemmer.Stemmer("english", 0)
RUSSIAN: Final = Stemmer.Stemmer("russian", 0)


@dataclass(frozen=True, slots=True)
class Word:
    stem: str  # the form in which words are compared
    start: int
    end: int


def find_words(text: str) -> Iterator[Word]:
    """Yield the words of a text in their order.

    A run of characters of a language that writes no spaces, such as Chinese, is split into pairs
    of adjacent characters, which overlap.
    """
    for stem, start, end in _find_spans(text):
        yield Word(stem, start, end)


def _find_spans(
    text: str, start: int = 0, end: int = sys.maxsize
) -> Iterator[tuple[str, int, int]]:
    """Yield the attributes of the words in a part of a text. Creating `Word` takes longer."""
    for match in _WORD.finditer(text, start, end):
        first, last = match.span()
        if match["unspaced"] is None:
            if stem := stem_word(match[0]):
                yield stem, first, last
        elif last - first == 1:
            yield normalize_word(match[0]), first, last
        else:
            for position in range(first, last - 1):
                pair = text[position : position + 2]
                yield _normalize_pair(pair), position, position + 2


def find_matching_words(text: str, stems: Collection[str]) -> Iterator[Word]:
    """Yield the words of a text whose stems are among the given ones, in their order.

    The result is that of `find_words`, but stems are found only for words that begin as one of the
    stems does, or that have unusual letters. In a long text, this takes a twentieth of the time.
    """
    wanted = frozenset(stems)
    if not wanted:
        return
    for place in _compile_beginnings(wanted).finditer(_fold(text)):
        start, end = place.span()
        if place[0][0] == _MARK:
            spans = _find_spans(text, start, end)
            yield from (Word(*span) for span in spans if span[0] in wanted)
            continue
        match = _WORD.match(text, start)
        if match is not None and (stem := stem_word(match[0])) in wanted:
            yield Word(stem, *match.span())


def _fold(text: str) -> str:
    """Return a text of the same length in lower case without accents.

    The characters of words with unusual letters, and of what is joined to them, are replaced by
    `_MARK`.
    """
    # In lower case, "İ" would become two characters. Both letters are unusual.
    folded = text.replace("İ", _MARK).lower()
    if "ё" in folded:
        folded = folded.replace("ё", "е")
    if _USUAL_TEXT.fullmatch(folded):
        return folded
    folded = _CHANGED.sub(lambda match: _PLAIN_LETTERS[match[0]], folded)
    if _UNUSUAL.search(folded):
        folded = _UNUSUAL_RUN.sub(lambda match: _MARK * len(match[0]), folded)
    return folded


@lru_cache(maxsize=100)
def _compile_beginnings(stems: Collection[str]) -> re.Pattern[str]:
    """Return a pattern for the places where words with these stems may be.

    The characters of words with unusual letters are one place.
    """
    beginnings = sorted(set(filter(None, map(_build_beginning, stems))))
    places = [f"{_MARK}+"]
    if beginnings:
        places.append(f"{_NOT_INSIDE}(?:{'|'.join(beginnings)})")
    return re.compile("|".join(places))


@lru_cache(maxsize=100)
def _compile_phrase(stems: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern for the places where words with these stems may begin to follow each other.

    The characters of words with unusual letters are one place, and may contain the rest.
    """
    pattern = ""
    for stem in reversed(stems[1:]):
        beginning = _build_beginning(stem)
        pattern = f"{_REST}(?:{_MARK}|{beginning}{pattern})" if beginning else _REST + _MARK
    first = _build_beginning(stems[0])
    places = [f"{_MARK}+"]
    if first:
        places.append(f"{_NOT_INSIDE}{first}(?={pattern})")
    return re.compile("|".join(places))


def _build_beginning(stem: str) -> str:
    """Return a pattern for the beginning of a word in a folded text.

    The result is "" if only words with unusual letters can have the stem.
    """
    # In a word with Cyrillic letters, the stem keeps the accents of the others.
    folded = _CHANGED.sub(lambda match: _PLAIN_LETTERS[match[0]], stem)
    if not _USUAL_STEM.fullmatch(folded):
        return ""
    # `_REST` includes the end of "c++", because another word can follow it after an apostrophe.
    folded = folded.rstrip("+#")
    letters = [_ANY_APOSTROPHE if letter == "'" else re.escape(letter) for letter in folded]
    # English stems have no apostrophes: "don't" becomes "dont".
    if not folded.isascii() or "'" in folded:
        return "".join(letters)
    letters = letters[:-1] if len(letters) > _SHORT_STEM else letters[:1]
    return f"{_ANY_APOSTROPHE}?".join(letters)


class PhraseFinder:
    """Finds out which phrases a text contains.

    At first, only the words of places where a phrase may begin are stemmed. After so many of them
    that they can be a large part of the text, all of its words are stemmed once.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._folded = _fold(text)
        self._compared = 0  # how many words have been stemmed at most

    def contains(self, stems: Sequence[str]) -> bool:
        """Return whether words with these stems follow each other in the text."""
        phrase = _join(stems)
        for place in _compile_phrase(tuple(stems[:_MAX_PATTERN_WORDS])).finditer(self._folded):
            start, end = place.span()
            self._compared += end - start + len(stems)
            if self._compared > MAX_COMPARED_WORDS:
                return phrase in self._all_stems
            if phrase in _join(self._read_stems(start, end, len(stems) - 1)):
                return True
        return False

    def _read_stems(self, start: int, end: int, more: int) -> list[str]:
        """Return the stems of the words that begin in a part of the text, and of `more` words."""
        stems: list[str] = []
        for stem, position, _ in _find_spans(self._text, start):
            if position >= end:
                if not more:
                    break
                more -= 1
            stems.append(stem)
        return stems

    @cached_property
    def _all_stems(self) -> str:
        return _join(find_stems(self._text))


def _join(stems: Iterable[str]) -> str:
    return f" {' '.join(stems)} "


def find_texts_with_phrases(
    phrases: Sequence[Sequence[str]], texts: Iterable[Iterable[str]]
) -> list[int]:
    """Return the indexes of the texts that contain each phrase in one of their parts."""
    found = []
    for index, parts in enumerate(texts):
        finders = list(map(PhraseFinder, parts))
        if all(any(finder.contains(phrase) for finder in finders) for phrase in phrases):
            found.append(index)
    return found


def find_stems(text: str) -> list[str]:
    """Return the stems of the words of a text in their order."""
    return [stem for stem, _, _ in _find_spans(text)]


@lru_cache(maxsize=CACHED_PAIRS)
def _normalize_pair(pair: str) -> str:
    return normalize_word(pair)


@lru_cache(maxsize=CACHED_WORDS)
def _stem_cached(word: str) -> str:
    normalized = normalize_word(word)
    if _RUSSIAN_WORD.fullmatch(normalized):
        return str(RUSSIAN.stemWord(normalized))
    if _ENGLISH_WORD.fullmatch(normalized):
        # Without the apostrophe that the stemmer leaves in "don't".
        return str(ENGLISH.stemWord(normalized)).replace("'", "")
    return normalized


def stem_word(word: str) -> str:
    """Return the stem of a Russian or English word. Words of other languages stay whole."""
    return _stem_cached(word[:MAX_WORD_LENGTH])
