"""Normalize text that users enter, and check its length before and after.

Normalization to NFC or NFKC sorts runs of combining characters, which takes quadratic time. So the
functions reject a text that is much too long before they normalize it. No other module may call
`unicodedata.normalize`; a test checks this.
"""

import re
import unicodedata

from community.core.errors import Invalid
from community.core.text.validation_messages import make_length_message

# A character in NFC can be the composition of up to three characters, and spaces at the ends and
# repeated spaces are removed. Longer texts are rejected without normalizing them.
_MAX_RAW_CHARACTERS_PER_CHARACTER = 4

# Control characters other than tab and line feed, and lone surrogates. PostgreSQL rejects U+0000,
# and lone surrogates cannot be encoded in UTF-8.
_CONTROL = r"\x00-\x08\x0b-\x1f\x7f\ud800-\udfff"
_CONTROL_CHARACTERS = re.compile(f"[{_CONTROL}]")
# Also includes text direction marks and characters without a width, which can make one name look
# like another one. The joiners U+200C and U+200D and the variation selectors stay, because Persian,
# Indic scripts and emoji need them.
_INVISIBLE_CHARACTERS = re.compile(
    rf"[{_CONTROL}\x80-\x9f\xad\u034f\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f"
    r"\ufeff\ufff0-\ufffb\U0001d173-\U0001d17a\U000e0001]"
)
# Accents, and the vowels of Hebrew and Arabic, as a range of a regular expression.
ACCENTS = r"\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670"
_ACCENT = re.compile(f"[{ACCENTS}]")
_CYRILLIC = re.compile(r"[\u0400-\u04ff]")
# The rest of a longer word is ignored when words are compared.
MAX_WORD_LENGTH = 40
# First letters of the Unicode categories for letters, numbers, punctuation and symbols.
_VISIBLE_CATEGORIES = frozenset("LNPS")
# Characters of these categories that are nevertheless blank: the fillers of Hangul, the Braille
# pattern without dots, the null notehead and the placeholder for embedded objects.
_BLANK_CHARACTERS = frozenset("\u115f\u1160\u3164\uffa0\u2800\U0001d159\ufffc")
MAX_TAG_LENGTH = 40

_NOT_IN_TAG = re.compile(r"[^\w+#.-]+")


def has_visible_character(text: str) -> bool:
    """Return whether a text contains more than spaces, combining marks and invisible characters."""
    return any(
        unicodedata.category(char)[0] in _VISIBLE_CATEGORIES and char not in _BLANK_CHARACTERS
        for char in text
    )


def clean_line(text: str, *, field: str, max_length: int) -> str:
    """Return a text as one line, with single spaces and without invisible characters.

    The result is "" if no visible character remains.

    Args:
        field: The name of the form field that the error refers to.

    Raises:
        Invalid: The line has more than `max_length` characters.
    """
    _ensure_may_normalize(text, field, max_length)
    line = " ".join(_normalize(text).split())
    ensure_max_length(line, field=field, max_length=max_length)
    return line if has_visible_character(line) else ""


def clean_text(text: str, *, field: str, max_length: int) -> str:
    """Return a text in NFC with LF line endings, without control characters and direction marks.

    Tabs and newlines inside the text are kept. Raise `Invalid` if the text has more than
    `max_length` characters.
    """
    _ensure_may_normalize(text, field, max_length)
    cleaned = _normalize(text.replace("\r\n", "\n")).strip()
    ensure_max_length(cleaned, field=field, max_length=max_length)
    return cleaned


def normalize_word(word: str) -> str:
    """Return a word in a form that ignores case, accents, and the dots of the Russian letter ё.

    In Cyrillic, й differs from и, so that only accents remain that belong to a letter.
    """
    folded = word[:MAX_WORD_LENGTH].casefold().replace("’", "'")
    if folded.isascii():
        return folded
    if _CYRILLIC.search(folded):
        composed = unicodedata.normalize("NFKC", folded)
    else:
        composed = unicodedata.normalize("NFKD", folded)
    plain = unicodedata.normalize("NFC", _ACCENT.sub("", composed)).replace("ё", "е")
    return "".join(plain.split())  # Some characters, such as ﷺ, are decomposed into words.


def ensure_max_length(text: str, *, field: str, max_length: int) -> None:
    """Raise `Invalid` for the form field if a text is too long."""
    if len(text) > max_length:
        raise Invalid.for_field(field, make_length_message(max_length, len(text)))


def clean_search_term(text: str, *, max_length: int) -> str:
    """Return a term to search for as `clean_line` does, or "" if the term is too long to match."""
    try:
        return clean_line(text, field="", max_length=max_length)
    except Invalid:
        return ""


def normalize_compatibility_characters(text: str, *, max_length: int) -> str | None:
    """Return a text in the Unicode normal form NFKC, or None if it is longer than `max_length`."""
    return unicodedata.normalize("NFKC", text) if len(text) <= max_length else None


def normalize_markdown(text: str) -> str:
    """Return Markdown without control characters, and with LF line endings instead of CRLF.

    Tabs are kept. Direction marks are also kept, because right-to-left text needs them. The text
    can be of any length, because this takes linear time.
    """
    return _CONTROL_CHARACTERS.sub("", text.replace("\r\n", "\n"))


def _normalize(text: str) -> str:
    return _INVISIBLE_CHARACTERS.sub("", unicodedata.normalize("NFC", text))


def _ensure_may_normalize(text: str, field: str, max_length: int) -> None:
    if len(text) > _MAX_RAW_CHARACTERS_PER_CHARACTER * max_length:
        raise Invalid.for_field(field, make_length_message(max_length, len(text)))


def convert_line_to_tag(line: str) -> str:
    """Return a cleaned line as a tag, for example "sour-dough" for "#Sour Dough".

    The result is "" if no valid character remains.
    """
    tag = _NOT_IN_TAG.sub("-", line.lstrip("#").lower()).strip("-.")
    return tag if has_visible_character(tag) else ""
