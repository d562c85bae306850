"""What people wrote, as HTML that is safe to show. Made once, when it is stored.

HTML in the source is shown as text; whatever comes out of the parser passes a list of what is
allowed (nh3) all the same.
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
    "excerpt",
    "mentions",
    "reading_time",
    "render",
    "render_comment",
    "rendered",
    "slugify",
]

# Characters that are rendered at once, in some ten milliseconds; for more the others do not wait.
AT_ONCE = 2_000
# Long articles whose HTML is remembered: one is looked at, and published soon after.
REMEMBERED = 16

# Brysbaert (2019), "How many words do we read per minute?": silent reading of non-fiction; for
# Chinese 260 words, which are about 400 characters.
WORDS_PER_MINUTE = 238
IDEOGRAPHS_PER_MINUTE = 400

_IDEOGRAPH = re.compile(r"[\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff]")


def render(text: str) -> str:
    """The HTML of an article."""
    return _article_cleaner.clean(_desk.article.render(text))


async def rendered(text: str) -> str:
    """The HTML of an article that may be long: made on a thread, so that nobody waits for it."""
    if len(text) <= AT_ONCE:
        return render(text)
    return await asyncio.get_running_loop().run_in_executor(_thread(), _render_long, text)


@lru_cache(REMEMBERED)
def _render_long(text: str) -> str:
    return render(text)


@cache
def _thread() -> ThreadPoolExecutor:
    """One, whatever comes: its share of the interpreter is all that the pages lose."""
    return ThreadPoolExecutor(1, thread_name_prefix="markup")


def render_comment(text: str, mentions: Mapping[str, str]) -> str:
    """The HTML of a message: a line break is a line break; no headings, tables or pictures.

    Args:
        mentions: addresses of people, by slug in lower case. Only these mentions become links.
    """
    return _message_cleaner.clean(_desk.message.render(text, {"mentions": mentions}))


def mentions(text: str) -> list[str]:
    """The slugs named as @slug, in lower case, each once, in order; not inside code or links."""
    if "@" not in text:
        return []
    named = (token.meta["slug"] for token in _inline(text) if token.type == "mention")
    return list(dict.fromkeys(named))


def excerpt(text: str, length: int) -> str:
    """The beginning of the text without markup, cut between words, at most `length` characters."""
    # Markup takes room too; a beginning several times as long is enough to parse.
    beginning = text[: 8 * length + 1_000]
    plain = " ".join("".join(_words(_inline(beginning))).split())
    if len(plain) <= length:
        return plain
    cut = plain[:length].rpartition(" ")[0].rstrip(" ,.;:–—-")
    return (cut or plain[: length - 1]) + "…"


def reading_time(text: str) -> int:
    """Whole minutes, at least one."""
    ideographs = len(_IDEOGRAPH.findall(text))
    return max(1, ceil(len(text.split()) / WORDS_PER_MINUTE + ideographs / IDEOGRAPHS_PER_MINUTE))


def _inline(text: str) -> Iterator[Token]:
    """What stands inside the paragraphs, a line break between two of them."""
    for block in _desk.article.parse(text):
        if block.type == "inline":
            yield from block.children or ()
            yield Token("softbreak", "br", 0)


def _words(tokens: Iterable[Token]) -> Iterator[str]:
    for token in tokens:
        if markdown.is_text(token):
            yield token.content
        elif (
            token.nesting == 0
        ):  # a break or a picture, as opposed to where emphasis begins or ends
            yield " "


def _render_mention(_: RendererHTML, tokens: Sequence[Token], index: int, __: Any, ___: Any) -> str:
    token = tokens[index]
    if (url := token.meta["url"]) is None:
        return escape(token.content)
    return f'<a class="mention" href="{escape(url)}">{escape(token.content)}</a>'


class _Desk(threading.local):
    """The parsers of one thread: what finds addresses in a text keeps them in itself meanwhile."""

    def __init__(self) -> None:
        self.article, self.message = markdown.make_article(), markdown.make_message()
        for parser in (self.article, self.message):
            parser.add_render_rule("mention", _render_mention)


_desk = _Desk()


def _make_cleaner(tags: frozenset[str]) -> nh3.Cleaner:
    return nh3.Cleaner(
        tags=tags,
        attributes={tag: names for tag, names in markdown.ATTRIBUTES.items() if tag in tags},
        url_schemes={"http", "https", "mailto"},
        link_rel="nofollow ugc noopener",
        set_tag_attribute_values={
            "img": {"loading": "lazy", "decoding": "async"},
            # What is wider than the column scrolls in itself, with the keys of arrows too.
            "pre": {"tabindex": "0"},
            "table": {"tabindex": "0"},
        },
    )


_article_cleaner = _make_cleaner(markdown.ARTICLE_TAGS)
_message_cleaner = _make_cleaner(markdown.MESSAGE_TAGS)
