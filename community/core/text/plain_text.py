"""Convert HTML that `markup.py` has created to plain text: all of it, its links, or an excerpt."""

import html as html_library
import re
from html.parser import HTMLParser
from typing import Final

from community.core.text.markdown import VIDEO_LINK_CLASS

# Formatting inside a word does not split it.
_INLINE_TAG = re.compile(r"</?(?:a|code|em|s|strong)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_LINK = re.compile(r'<a\b[^>]*?\bhref="(https?://[^"]*)"')

# How much of the HTML is read. Limits the cost for texts that begin with a long table.
MAX_HTML_LENGTH: Final = 8_000
_CHUNK_LENGTH: Final = 1_000
# Elements whose text says little without their layout.
_SKIPPED_TAGS: Final = frozenset({"h2", "h3", "h4", "h5", "h6", "pre", "table"})
_BLOCK_TAGS: Final = frozenset({"p", "li", "ul", "ol", "blockquote", "br", "hr", *_SKIPPED_TAGS})


def extract_plain_text(html: str) -> str:
    return html_library.unescape(_TAG.sub(" ", _INLINE_TAG.sub("", html)))


def extract_link_urls(html: str) -> list[str]:
    """Return the URLs of the links to pages. Mentions have no URL yet, or one on this site."""
    return [html_library.unescape(url) for url in _LINK.findall(html)]


def excerpt_html(html: str, length: int) -> str:
    """Return the beginning of sanitized HTML as plain text of at most `length` characters.

    Headings, tables, code blocks and videos are left out.
    """
    reader = _TextReader()
    for start in range(0, min(len(html), MAX_HTML_LENGTH), _CHUNK_LENGTH):
        reader.feed(html[start : start + _CHUNK_LENGTH])
        if reader.length > length:
            break
    return shorten(" ".join("".join(reader.parts).split()), length)


def shorten(text: str, length: int) -> str:
    """Return `text`, cut between words and with an ellipsis if it is longer than `length`."""
    if len(text) <= length:
        return text
    cut = text[:length].rpartition(" ")[0].rstrip(" ,.;:–—-")
    return (cut or text[: length - 1]) + "…"


class _TextReader(HTMLParser):
    """Collects the texts of HTML in `parts`."""

    def __init__(self) -> None:
        super().__init__()
        self.parts: list[str] = []
        self.length = 0
        self._skipped_tag = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _BLOCK_TAGS:
            self.parts.append(" ")
        is_video = tag == "a" and ("class", VIDEO_LINK_CLASS) in attrs
        if not self._skipped_tag and (is_video or tag in _SKIPPED_TAGS):
            self._skipped_tag = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipped_tag:
            self._skipped_tag = ""

    def handle_data(self, data: str) -> None:
        if not self._skipped_tag:
            self.parts.append(data)
            self.length += len(data)
