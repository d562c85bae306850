"""Text as people mean it: composed, without what cannot be seen but changes how others read it."""

import re
import unicodedata

# Control characters but for tab and line feed, and halves of characters: PostgreSQL keeps no
# U+0000, and no encoding has the halves.
_UNKEPT = r"\x00-\x08\x0b-\x1f\x7f\ud800-\udfff"
_WRITTEN = re.compile(f"[{_UNKEPT}]")
# Also the marks that turn the direction of the text around them: they disguise one name as another.
_UNSEEN = re.compile(rf"[{_UNKEPT}\x80-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def plain_line(text: str) -> str:
    """The text on one line, without control characters, marks of direction and spaces around."""
    return " ".join(plain_text(text).split())


def plain_text(text: str) -> str:
    """The text composed, without control characters (but for new lines) and marks of direction."""
    return _UNSEEN.sub("", unicodedata.normalize("NFC", text))


def written_text(text: str) -> str:
    """What somebody wrote at length, as it is kept: without control characters, lines as they were.

    Marks of direction have their place in a text, unlike in a name.
    """
    return _WRITTEN.sub("", text.replace("\r\n", "\n"))
