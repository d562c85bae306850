"""The visible text and the links of HTML that `markup.py` has created."""

import html as html_library
import re

# Formatting inside a word does not split it.
_INLINE_TAG = re.compile(r"</?(?:a|code|em|s|strong)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_LINK = re.compile(r'<a\b[^>]*?\bhref="(https?://[^"]*)"')


def extract_plain_text(html: str) -> str:
    return html_library.unescape(_TAG.sub(" ", _INLINE_TAG.sub("", html)))


def extract_link_urls(html: str) -> list[str]:
    """Return the URLs of the links to pages. Mentions have no URL yet, or one on this site."""
    return [html_library.unescape(url) for url in _LINK.findall(html)]
