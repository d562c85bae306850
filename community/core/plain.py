"""Text as people mean it: composed, without what cannot be seen but changes how others read it."""

import re
import unicodedata

# Control characters but for tab and line feed, and the marks that turn the direction of the text
# around them, which disguise one name as another.
_UNSEEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]")


def plain_line(text: str) -> str:
    """The text on one line, without control characters, marks of direction and spaces around."""
    return " ".join(plain_text(text).split())


def plain_text(text: str) -> str:
    """The text composed, without control characters (but for new lines) and marks of direction."""
    return _UNSEEN.sub("", unicodedata.normalize("NFC", text))
