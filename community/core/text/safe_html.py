"""Functions that convert Markdown to safe HTML, and this HTML to plain text.

The Markdown parser escapes HTML in the text. As a second protection, the library nh3 then removes
all tags and attributes that are not explicitly allowed. Most code renders texts with `markup.py`,
which runs these functions in a worker process if the text is long.
"""

import re
import threading
from collections.abc import Callable, Sequence
from html import escape, unescape
from html.parser import HTMLParser
from typing import Any, Final

import nh3
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from community.core.text import markdown

_REDUCED_TAGS: Final = {"p", "br", "ul", "ol", "li", "strong", "em", "b", "i", "code", "blockquote"}

# Formatting inside a word does not split it.
_INLINE_TAG = re.compile(r"</?(?:a|code|em|s|strong)\b[^>]*>")
_TAG = re.compile(r"<[^>]*>")
_LINK = re.compile(r'<a\b[^>]*?\bhref="(https?://[^"]*)"')

# How much HTML `shorten` reads, because a text can begin with a long table.
MAX_HTML_LENGTH: Final = 8_000
_CHUNK_LENGTH: Final = 1_000
# Elements whose text says little without their layout.
_SKIPPED_TAGS: Final = frozenset({"h2", "h3", "h4", "h5", "h6", "pre", "table"})
_BLOCK_TAGS: Final = frozenset({"p", "li", "ul", "ol", "blockquote", "br", "hr", *_SKIPPED_TAGS})


class _Parsers(threading.local):
    """The Markdown parsers of one thread.

    Threads cannot share a parser, because the library linkify-it stores its last match there.
    """

    def __init__(self) -> None:
        self.article = markdown.make_article_parser()
        self.message = markdown.make_short_text_parser()
        self.article.add_render_rule("mention", _render_plain_mention)
        self.message.add_render_rule("mention", _render_mention_link)


def render_article_html(text: str) -> str:
    """Return the HTML of the text of a post.

    Raise `TextTooComplex` if the text or its HTML exceeds a limit of `markdown.py`.
    """
    return _render(parsers.article, _article_cleaner, text)


def render_message_html(text: str) -> str:
    """Return the HTML of a message, in which mentions are links to slugs (see `markup.py`).

    Raise `TextTooComplex` if the text or its HTML exceeds a limit of `markdown.py`.
    """
    return _render(parsers.message, _message_cleaner, text)


def _render(parser: MarkdownIt, cleaner: nh3.Cleaner, text: str) -> str:
    html = str(parser.render(text))
    markdown.ensure_html_size(html)
    cleaned = cleaner.clean(html)
    markdown.ensure_html_size(cleaned)  # The cleaner adds attributes to links and images.
    return cleaned


def _render_plain_mention(
    _: RendererHTML, tokens: Sequence[Token], index: int, __: Any, ___: Any
) -> str:
    return escape(tokens[index].content)


def _render_mention_link(
    _: RendererHTML, tokens: Sequence[Token], index: int, __: Any, ___: Any
) -> str:
    """Return a link to the slug of the user. `RenderedMessage.build_html` replaces it."""
    token = tokens[index]
    return f'<a class="mention" href="{token.meta["slug"]}">{escape(token.content)}</a>'


def _make_cleaner(tags: frozenset[str]) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=tags,
        attributes={
            tag: names for tag, names in markdown.ALLOWED_ATTRIBUTES.items() if tag in tags
        },
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow ugc noopener",
        set_tag_attribute_values={
            "img": {"loading": "lazy", "decoding": "async"},
            # Wide code blocks and tables scroll. The tabindex makes them scrollable by keyboard.
            "pre": {"tabindex": "0"},
            "table": {"tabindex": "0"},
        },
    )


parsers = _Parsers()
_article_cleaner = _make_cleaner(markdown.ARTICLE_TAGS)
_message_cleaner = _make_cleaner(markdown.MESSAGE_TAGS)

RENDERERS: dict[str, Callable[[str], str]] = {
    "article": render_article_html,
    "message": render_message_html,
}


def reduce_html(html: str) -> str:
    """Return sanitized HTML with only paragraphs, lists and emphasis. The texts of links stay.

    The caller limits the length of the HTML.
    """
    return nh3.clean(html, tags=_REDUCED_TAGS, attributes={})


def extract_plain_text(html: str) -> str:
    return unescape(_TAG.sub(" ", _INLINE_TAG.sub("", html)))


def extract_link_urls(html: str) -> list[str]:
    """Return the URLs of the links to pages. Mentions have no URL yet, or one on this site."""
    return [unescape(url) for url in _LINK.findall(html)]


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
        is_video = tag == "a" and ("class", markdown.VIDEO_LINK_CLASS) in attrs
        if not self._skipped_tag and (is_video or tag in _SKIPPED_TAGS):
            self._skipped_tag = tag

    def handle_endtag(self, tag: str) -> None:
        if tag == self._skipped_tag:
            self._skipped_tag = ""

    def handle_data(self, data: str) -> None:
        if not self._skipped_tag:
            self.parts.append(data)
            self.length += len(data)
