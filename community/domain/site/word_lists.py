"""Find the words and domains of a list in a text, in time that is linear in the text.

Administrators enter words and phrases, not patterns. The text of a user cannot make the search
slow, because each word is looked up in a set.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from urllib.parse import urlsplit

from community.core.text.normalization import normalize_compatibility_characters

# NFKC replaces one character by up to 18. The rest of such a text is not searched.
MAX_TEXT_LENGTH = 40_000
# Longer phrases are compared by their first words.
MAX_PHRASE_WORDS = 5
# Searching a part of this length takes about 10 ms.
PART_LENGTH = 20_000
# Phrases that the end of a part would cut are found in the next part.
_PART_OVERLAP = 600
# A part ends between two words, except in a text without spaces.
_MAX_BREAK_DISTANCE = 2_000
# More combining characters in a row are ignored, because sorting them takes quadratic time.
_MAX_COMBINING_CHARACTERS = 4

_WORD = re.compile(r"[^\W_]+")
_LATIN = re.compile(r"[a-z]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
# Cyrillic letters and the Latin letters that look the same.
_CYRILLIC_LOOKALIKES, _LATIN_LOOKALIKES = "авекмнорстухіјѕ", "abekmhopctyxijs"
_TO_LATIN = str.maketrans(_CYRILLIC_LOOKALIKES, _LATIN_LOOKALIKES)
_TO_CYRILLIC = str.maketrans(_LATIN_LOOKALIKES, _CYRILLIC_LOOKALIKES)
_MAX_HOST_LENGTH = 253
# A part of the text that may be a name such as `example.com`.
_DOMAIN_NAME = re.compile(r"[\w.-]+")


class WordList:
    """Words and phrases that are found in any case and form.

    The case, accents of Latin letters, the letters "е" and "ё", and letters that look the same in
    Latin and Cyrillic make no difference. An entry that ends with `*` also matches longer words.
    """

    def __init__(self, entries: Iterable[str]) -> None:
        self._phrases: dict[tuple[str, ...], str] = {}
        self._prefixes: dict[str, str] = {}
        for entry in entries:
            words = tuple(split_words(entry))[:MAX_PHRASE_WORDS]
            if entry.endswith("*") and len(words) == 1:
                self._prefixes[words[0]] = entry
            elif words:
                self._phrases[words] = entry
        self._phrase_lengths = sorted({len(phrase) for phrase in self._phrases})
        self._prefix_lengths = sorted({len(prefix) for prefix in self._prefixes})

    def find_all(self, text: str) -> set[str]:
        if not self._phrases and not self._prefixes:
            return set()
        words = split_words(text)
        variants = [_list_spellings(word) for word in words]
        return {*self._iter_phrases(variants), *self._iter_prefixes(variants)}

    def _iter_phrases(self, words: list[tuple[str, ...]]) -> Iterator[str]:
        for length in self._phrase_lengths:
            for start in range(len(words) - length + 1):
                window = words[start : start + length]
                # All words of a phrase are read in the same script.
                for script in (0, -1):
                    phrase = tuple(spellings[script] for spellings in window)
                    if phrase in self._phrases:
                        yield self._phrases[phrase]

    def _iter_prefixes(self, words: list[tuple[str, ...]]) -> Iterator[str]:
        for spellings in words:
            for word in spellings:
                for length in self._prefix_lengths:
                    if word[:length] in self._prefixes:
                        yield self._prefixes[word[:length]]


@lru_cache(maxsize=16)
def build_word_list(entries: tuple[str, ...]) -> WordList:
    return WordList(entries)


def split_words(text: str) -> list[str]:
    """Return the words of a text in a form in which equal words are equal strings."""
    normalized = normalize_compatibility_characters(
        _limit_combining_characters(text[:MAX_TEXT_LENGTH]), max_length=MAX_TEXT_LENGTH
    )
    folded = (normalized or "")[:MAX_TEXT_LENGTH].casefold()
    return _WORD.findall("".join(map(_fold, folded)))


def find_domains(text: str, urls: Iterable[str], domains: Iterable[str]) -> set[str]:
    """Return the domains to which the URLs belong, or which the text names, with subdomains."""
    listed = set(domains)
    if not listed:
        return set()
    names = _DOMAIN_NAME.findall(text[:MAX_TEXT_LENGTH].lower())
    hosts = {host.strip(".-")[-_MAX_HOST_LENGTH:] for host in (*map(_get_host, urls), *names)}
    return {parent for host in hosts for parent in _iter_parents(_to_ascii(host))} & listed


def iter_parts(text: str) -> Iterator[str]:
    """Yield a long text in overlapping parts of at most `PART_LENGTH` characters."""
    start = 0
    while start + PART_LENGTH < len(text):
        end = _find_break(text, start + PART_LENGTH)
        yield text[start:end]
        start = _find_break(text, end - _PART_OVERLAP)
    yield text[start:]


def _find_break(text: str, end: int) -> int:
    """Return the position of the last space before `end`, or `end` if there is none near it."""
    start = end - _MAX_BREAK_DISTANCE
    position = max(text.rfind(" ", start, end), text.rfind("\n", start, end))
    return end if position < 0 else position


def _list_spellings(word: str) -> tuple[str, ...]:
    """Return the word, or for a mix of scripts its spellings in Latin and in Cyrillic letters."""
    if _LATIN.search(word) and _CYRILLIC.search(word):
        return word.translate(_TO_LATIN), word.translate(_TO_CYRILLIC)
    return (word,)


def _limit_combining_characters(text: str) -> str:
    if text.isascii():
        return text
    kept, run = [], 0
    for char in text:
        run = run + 1 if unicodedata.combining(char) else 0
        if run <= _MAX_COMBINING_CHARACTERS:
            kept.append(char)
    return "".join(kept)


@lru_cache(maxsize=4_096)
def _fold(char: str) -> str:
    """Return a letter without the accents of Latin letters. Invisible characters are removed."""
    if char == "ё":
        return "е"
    if unicodedata.category(char) in {"Mn", "Me", "Cf"}:
        return ""
    decomposition = unicodedata.decomposition(char)
    if decomposition and not decomposition.startswith("<"):
        base = chr(int(decomposition.split()[0], 16))
        if unicodedata.name(base, "").startswith("LATIN"):
            return _fold(base)
    return char


def _get_host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


def _to_ascii(host: str) -> str:
    if host.isascii():
        return host
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return ""


def _iter_parents(host: str) -> Iterator[str]:
    parts = host.split(".")
    for start in range(len(parts)):
        yield ".".join(parts[start:])
