"""Convert Markdown to safe HTML. The server does this once, before it stores the text.

Domain functions that store a text accept only a `RenderedArticle` or a `RenderedMessage`. Render
the text before the transaction begins, because a long text takes a second and more.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from math import ceil
from typing import Literal, TypeVar

from markdown_it.rules_core import StateCore, normalize
from markdown_it.token import Token

from community.core.errors import Invalid
from community.core.text import markdown, safe_html, text_workers
from community.i18n import formats, gettext as _

# Longer texts get no HTML. Domain functions reject them, together with other invalid fields.
MAX_LENGTH = 100_000
# Longer texts, and texts that may have tables, are rendered in a worker process. In measurements,
# no other text took longer than 20 ms.
MAX_LENGTH_ON_EVENT_LOOP = 1_000

# Speed of silent reading of non-fiction, from Brysbaert (2019), "How many words do we read per
# minute?". For Chinese it is 260 words, which are about 400 characters.
WORDS_PER_MINUTE = 238
IDEOGRAPHS_PER_MINUTE = 400

_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")
_BARE_URL = re.compile(r"https?://(?:www\.)?([^/?#\s]+)\S*", re.IGNORECASE | re.ASCII)
_MENTION_LINK = re.compile(r'(<a class="mention" href=")([\w-]+)("[^>]*>)([^<]+)</a>')
_T = TypeVar("_T", "RenderedArticle", "RenderedMessage")
Kind = Literal["article", "message"]


@dataclass(frozen=True, slots=True)
class RenderedArticle:
    """The text of an article and its HTML.

    Creating the object renders the text, so the HTML is always safe. Use `render_article`, which
    does not block the event loop.
    """

    text: str
    html: str = field(init=False)

    def __post_init__(self) -> None:
        source = self.text if len(self.text) <= MAX_LENGTH else ""
        object.__setattr__(self, "html", safe_html.render_article_html(source))


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """A message, such as a comment, and its HTML.

    The HTML keeps line breaks. Headings, tables and images are not supported. Creating the object
    renders the text, so the HTML is always safe. Use `render_message`, which does not block the
    event loop.
    """

    text: str
    _html: str = field(init=False)

    def __post_init__(self) -> None:
        source = self.text if len(self.text) <= MAX_LENGTH else ""
        object.__setattr__(self, "_html", safe_html.render_message_html(source))

    @property
    def plain_text(self) -> str:
        return safe_html.extract_plain_text(self._html)

    @property
    def link_urls(self) -> list[str]:
        """The URLs of all links except mentions, with repetitions."""
        return safe_html.extract_link_urls(self._html)

    @property
    def mentions(self) -> list[str]:
        """The slugs of the users that the text mentions, in lower case and without duplicates.

        An `@slug` inside code or a link is not a mention.
        """
        return list(dict.fromkeys(match[2] for match in _MENTION_LINK.finditer(self._html)))

    def build_html(self, profile_urls: Mapping[str, str]) -> str:
        """Return the HTML. Mentions of the lower-case slugs in `profile_urls` are links."""

        def link_mention(match: re.Match[str]) -> str:
            start, slug, end, name = match.groups()
            url = profile_urls.get(slug)
            return name if url is None else f"{start}{escape(url)}{end}{name}</a>"

        return _MENTION_LINK.sub(link_mention, self._html)


async def render_article(
    text: str, *, max_length: int = MAX_LENGTH, form_field: str = "text"
) -> RenderedArticle:
    """Render an article, in a worker process if that may take long.

    Args:
        max_length: A longer text gets no HTML. Domain functions reject it.
        form_field: Name of the form field that the error refers to.

    Raises:
        Invalid: The text has too many table cells, is nested too deeply, has too much formatting,
            or takes too long to render.
    """
    rendered_html = await _render("article", text, max_length, form_field)
    return _build(RenderedArticle, text=text, html=rendered_html)


async def render_message(text: str) -> RenderedMessage:
    """Render a message. The rest is as for `render_article`."""
    rendered_html = await _render("message", text, MAX_LENGTH, "text")
    return _build(RenderedMessage, text=text, _html=rendered_html)


async def _render(kind: Kind, text: str, max_length: int, form_field: str) -> str:
    try:
        if len(text) > max_length:
            return ""
        if len(text) <= MAX_LENGTH_ON_EVENT_LOOP and "|" not in text:
            return safe_html.RENDERERS[kind](text)
        return await text_workers.render(kind, text)
    except markdown.TextTooComplex as error:
        raise Invalid.for_field(form_field, _get_message(error.reason)) from error


def _build(rendered_type: type[_T], **values: str) -> _T:
    """Create an object without rendering the text again."""
    rendered = object.__new__(rendered_type)
    for name, value in values.items():
        object.__setattr__(rendered, name, value)
    return rendered


def _get_message(reason: markdown.Reason) -> str:
    if reason == "cells":
        limit = formats.format_number(markdown.MAX_TABLE_CELLS)
        return _("Tables can have up to {limit} cells in total. Remove some rows.", limit=limit)
    if reason == "nesting":
        limit = formats.format_number(markdown.MAX_NESTING)
        return _("Quotes, lists and formatting can be nested up to {limit} levels.", limit=limit)
    return _("This text has too many links or too much formatting. Shorten it.")


def excerpt(text: str, length: int, *, kind: Kind = "article", has_headings: bool = True) -> str:
    """Return the beginning of a Markdown text as plain text of at most `length` characters.

    A longer text is cut between words and ends with an ellipsis. Only the beginning of the text is
    parsed, so the function is fast for any text. Tables and code blocks are left out. A URL in a
    sentence is shortened to its host. A URL alone in its paragraph is left out.

    Args:
        kind: Whether the text is an article or a message, which has fewer kinds of markup.
        has_headings: Whether headings are part of the excerpt.
    """
    # A few times `length` is enough even with much markup.
    max_source_length = 4 * length + 500
    beginning = text[:max_source_length]
    if len(text) > max_source_length:  # leave out a last line whose markup is incomplete
        beginning = beginning.rpartition("\n")[0] or beginning
    blocks: list[str] = []
    try:
        for block in _iter_block_texts(beginning, kind, has_headings=has_headings):
            blocks.append(block)
            if sum(map(len, blocks)) > length:
                break
    except markdown.TextTooComplex:
        blocks = [beginning]
    return safe_html.shorten(" ".join(" ".join(blocks).split()), length)


def estimate_reading_minutes(text: str) -> int:
    """Return the estimated reading time in whole minutes, at least 1."""
    ideographs = len(_IDEOGRAPH.findall(text))
    return max(1, ceil(len(text.split()) / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE))


def _iter_block_texts(text: str, kind: Kind, *, has_headings: bool) -> Iterator[str]:
    """Yield the plain text of each block. A block is only parsed when the caller needs its text."""
    parsers = safe_html.parsers
    parser = parsers.article if kind == "article" else parsers.message
    state = StateCore(text, parser, {})
    normalize(state)
    parser.block.parse(state.src, parser, state.env, state.tokens)
    parent = ""
    is_in_table = False
    for block in state.tokens:
        if block.nesting == 1:
            parent = block.type
        if block.type in {"table_open", "table_close"}:
            is_in_table = block.nesting == 1
        if (
            block.type == "inline"
            and not is_in_table
            and (has_headings or parent != "heading_open")
        ):
            tokens = parser.inline.parse(block.content, parser, state.env, [])
            if not _is_only_url(tokens):
                yield "".join(_iter_token_texts(tokens))


def _is_only_url(tokens: Sequence[Token]) -> bool:
    match tokens:
        case [_, text, _]:
            return _BARE_URL.fullmatch(text.content) is not None
    return False


def _iter_token_texts(tokens: Iterable[Token]) -> Iterator[str]:
    is_in_link = False
    for token in tokens:
        if token.type in {"link_open", "link_close"}:
            is_in_link = token.nesting == 1
        elif markdown.is_text(token):
            yield _BARE_URL.sub(r"\1", token.content) if is_in_link else token.content
        elif token.type in {"softbreak", "hardbreak"}:
            yield " "
