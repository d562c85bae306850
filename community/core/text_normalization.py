"""Normalize text that users enter, for example by removing control characters."""

import re
import unicodedata

# Control characters other than tab and line feed, and lone surrogates. PostgreSQL rejects U+0000,
# and lone surrogates cannot be encoded in UTF-8.
_CONTROL = r"\x00-\x08\x0b-\x1f\x7f\ud800-\udfff"
_CONTROL_CHARACTERS = re.compile(f"[{_CONTROL}]")
# Also includes text direction marks, which can make one name look like another one.
_INVISIBLE_CHARACTERS = re.compile(
    rf"[{_CONTROL}\x80-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]"
)


def normalize_line(text: str) -> str:
    """Return the text as one line, with single spaces and without invisible characters."""
    return " ".join(normalize_text(text).split())


def normalize_text(text: str) -> str:
    """Return the text in Unicode form NFC, without control characters and direction marks.

    Tabs and newlines are kept.
    """
    return _INVISIBLE_CHARACTERS.sub("", unicodedata.normalize("NFC", text))


def normalize_markdown(text: str) -> str:
    """Return Markdown without control characters, and with LF line endings instead of CRLF.

    Tabs are kept. Direction marks are also kept, because right-to-left text needs them.
    """
    return _CONTROL_CHARACTERS.sub("", text.replace("\r\n", "\n"))
