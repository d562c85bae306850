"""Convert Markdown to safe HTML. The server does this once, when it stores the text.

The Markdown parser escapes HTML in the text. As a second protection, the library nh3 then removes
all tags and attributes that are not explicitly allowed.
"""

import asyncio
import re
import threading
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from html import escape
from math import ceil
from typing import Any

import nh3
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

from community.core import markdown
from community.core.slugs import slugify

__all__ = [
    "estimate_reading_minutes",
    "excerpt",
    "extract_mentions",
    "render",
    "render_async",
    "render_comment",
    "slugify",
]

# Texts of up to this many characters are rendered on the event loop, which takes about 10 ms.
# Longer texts are rendered in a thread.
SYNC_RENDER_LIMIT = 2_000
# The number of long articles whose HTML is cached. The cache helps because an article is often
# previewed and then published unchanged.
CACHE_SIZE = 16

# Speed of silent reading of non-fiction, from Brysbaert (2019), "How many words do we read per
# minute?". For Chinese it is 260 words, which are about 400 characters.
WORDS_PER_MINUTE = 238
IDEOGRAPHS_PER_MINUTE = 400

_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")


def render(text: str) -> str:
    return _article_cleaner.clean(_parsers.article.render(text))


async def render_async(text: str) -> str:
    """Return the HTML of an article.

    A long text is rendered in a thread, because it would block the event loop.
    """
    if len(text) <= SYNC_RENDER_LIMIT:
        return render(text)
    return await asyncio.get_running_loop().run_in_executor(_get_executor(), _render_long, text)


@lru_cache(CACHE_SIZE)
def _render_long(text: str) -> str:
    return render(text)


@cache
def _get_executor() -> ThreadPoolExecutor:
    # Only one thread, because more threads would hold the interpreter lock (GIL) more often and
    # delay the event loop.
    return ThreadPoolExecutor(1, thread_name_prefix="markup")


def render_comment(text: str, mentions: Mapping[str, str]) -> str:
    """Return the HTML of a comment.

    The HTML keeps line breaks. Headings, tables and images are not supported.

    Args:
        mentions: Maps the lower-case slugs of users to their profile URLs. Only mentions of these
            users become links.
    """
    return _message_cleaner.clean(_parsers.message.render(text, {"mentions": mentions}))


def extract_mentions(text: str) -> list[str]:
    """Return the slugs of the users that the text mentions, in lower case and without duplicates.

    An `@slug` inside code or a link is not a mention.
    """
    if "@" not in text:
        return []
    slugs = (token.meta["slug"] for token in _iter_inline_tokens(text) if token.type == "mention")
    return list(dict.fromkeys(slugs))


def excerpt(text: str, length: int) -> str:
    """Return the beginning of a Markdown text as plain text of at most `length` characters.

    A longer text is cut between words and ends with an ellipsis.
    """
    # A few times `length` is enough even with much markup, and limits the cost for long texts.
    beginning = text[: 8 * length + 1_000]
    plain = " ".join("".join(_iter_token_texts(_iter_inline_tokens(beginning))).split())
    if len(plain) <= length:
        return plain
    cut = plain[:length].rpartition(" ")[0].rstrip(" ,.;:–—-")
    return (cut or plain[: length - 1]) + "…"


def estimate_reading_minutes(text: str) -> int:
    """Return the estimated reading time in whole minutes, at least 1."""
    ideographs = len(_IDEOGRAPH.findall(text))
    return max(1, ceil(len(text.split()) / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE))


def _iter_inline_tokens(text: str) -> Iterator[Token]:
    """Yield the inline tokens of all Markdown blocks, with a line break after each block."""
    for block in _parsers.article.parse(text):
        if block.type == "inline":
            yield from block.children or ()
            yield Token("softbreak", "br", 0)


def _iter_token_texts(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        if markdown.is_text(token):
            yield token.content
        elif token.nesting == 0:  # line breaks and images, but not emphasis (1 or -1)
            yield " "


def _render_mention(_: RendererHTML, tokens: Sequence[Token], index: int, __: Any, ___: Any) -> str:
    token = tokens[index]
    if (url := token.meta["url"]) is None:
        return escape(token.content)
    return f'<a class="mention" href="{escape(url)}">{escape(token.content)}</a>'


class _Parsers(threading.local):
    """The Markdown parsers of one thread.

    Threads cannot share a parser, because the library linkify-it stores its last match there.
    """

    def __init__(self) -> None:
        self.article, self.message = markdown.make_article_parser(), markdown.make_message_parser()
        for parser in (self.article, self.message):
            parser.add_render_rule("mention", _render_mention)


_parsers = _Parsers()


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


_article_cleaner = _make_cleaner(markdown.ARTICLE_TAGS)
_message_cleaner = _make_cleaner(markdown.MESSAGE_TAGS)
