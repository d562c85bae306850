"""Split texts into words and reduce words to stems, so that a search finds all forms of a word.

The results depend on no database, so that a search finds the same on SQLite and on PostgreSQL.
"""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
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
_SIMPLE_STEM: Final = re.compile(r"[0-9a-zа-я+#]+")
# Other words can follow "c++" without a character between them.
_SEPARATE_STEM: Final = re.compile(r"[0-9a-zа-я]+")
# Letters that normalization may change in another way than `_PLAIN_LETTERS` does.
_UNUSUAL: Final = re.compile(rf"[^\W0-9a-z_а-я]|[{ACCENTS}{_INDIC}]")
# Letters that normalization does not change, and usual punctuation. Replacing the characters of
# other texts takes longest.
_USUAL_TEXT: Final = re.compile("[\\x00-\\x7fа-я\u00a0«»“”„‘’–—…№]*")
# An English word begins with all letters of its stem but the last one: "happy" becomes "happi". If
# the stem is short, only the first letter is certain: "dying" becomes "die". Other words begin with
# their stems. The comparison of 2.2 million words with their stems found no exception.
_SHORT_STEM: Final = 3
_APOSTROPHE: Final = "['’]?"
# The rest of a word after its beginning, and what separates it from the next one.
_REST: Final = r"(?:[^\W_]|['’](?=[^\W_]))*+[\W_]*+"


def _find_plain_letters() -> dict[int, str]:
    letters = {"ё": "е"}
    for code in range(0xC0, 0x250):
        parts = unicodedata.decomposition(chr(code)).split()
        if len(parts) == 2 and parts[0].isalnum() and parts[1].startswith("03"):  # an accent
            letters[chr(code)] = chr(int(parts[0], 16))
    return str.maketrans(letters)


# Precomposed letters with accents, without the accents.
_PLAIN_LETTERS: Final = _find_plain_letters()
_RUSSIAN_WORD: Final = re.compile(r"[а-я]+")
_ENGLISH_WORD: Final = re.compile(r"[a-z']+")
# A text consists mostly of words that others contain too. Finding the stem of a word that is cached
# takes a twentieth of the time. They need about 8 MB.
CACHED_WORDS: Final = 50_000
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
    for match in _WORD.finditer(text):
        start, end = match.span()
        if match["unspaced"] is None:
            if stem := stem_word(match[0]):
                yield Word(stem, start, end)
        elif end - start == 1:
            yield Word(normalize_word(match[0]), start, end)
        else:
            for position in range(start, end - 1):
                pair = text[position : position + 2]
                yield Word(normalize_word(pair), position, position + 2)


def find_matching_words(text: str, stems: Collection[str]) -> Iterator[Word]:
    """Yield the words of a text whose stems are among the given ones, in their order.

    The result is that of `find_words`, but stems are found only for words that begin as one of the
    stems does. In a long text, this takes a twentieth of the time.
    """
    wanted = frozenset(stems)
    folded = _fold(text)
    if folded is None or not all(map(_SIMPLE_STEM.fullmatch, wanted)):
        yield from (word for word in find_words(text) if word.stem in wanted)
    elif wanted:
        for start in _compile_beginnings(wanted).finditer(folded):
            match = _WORD.match(text, start.start())
            if match is not None and (stem := stem_word(match[0])) in wanted:
                yield Word(stem, *match.span())


def _fold(text: str) -> str | None:
    """Return a text in lower case without accents, or None if its characters would move."""
    folded = text.lower().replace("ё", "е")
    if _USUAL_TEXT.fullmatch(folded):
        return folded
    folded = folded.translate(_PLAIN_LETTERS)
    return None if len(folded) != len(text) or _UNUSUAL.search(folded) else folded


@lru_cache(maxsize=100)
def _compile_beginnings(stems: Collection[str]) -> re.Pattern[str]:
    beginnings = set(map(_build_beginning, stems))
    return re.compile(f"{_NOT_INSIDE}(?:{'|'.join(sorted(beginnings))})")


@lru_cache(maxsize=100)
def _compile_phrase(stems: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern for the places where words with these stems may follow each other."""
    return re.compile(_NOT_INSIDE + _REST.join(map(_build_beginning, stems)))


def _build_beginning(stem: str) -> str:
    if not stem.isascii():
        return re.escape(stem)
    letters = stem[:-1] if len(stem) > _SHORT_STEM else stem[:1]
    # Stems have no apostrophes: "don't" becomes "dont".
    return _APOSTROPHE.join(map(re.escape, letters))


def contains_phrase(text: str, stems: Sequence[str]) -> bool:
    """Return whether words with these stems follow each other in a text."""
    folded = _fold(text)
    if folded is None or not all(map(_SEPARATE_STEM.fullmatch, stems)):
        joined = f" {' '.join(find_stems(text))} "
        return f" {' '.join(stems)} " in joined
    pattern, position = _compile_phrase(tuple(stems)), 0
    while match := pattern.search(folded, position):
        words = islice(find_words(text[match.start() :]), len(stems))
        if [word.stem for word in words] == list(stems):
            return True
        position = match.start() + 1
    return False


def find_stems(text: str) -> list[str]:
    """Return the stems of the words of a text in their order."""
    return [word.stem for word in find_words(text)]


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
