"""Markdown parsers for articles and messages, and the HTML tags allowed in their output."""

import re
from collections import Counter

from linkify_it import LinkifyIt  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.token import Token

from community.core.text import article_rules
from community.core.text.complexity import install_limits
from community.core.text.slugs import slugify

# An image inside a link has nesting depth 1. The limit is low because the parser scans an unclosed
# bracket once per level.
MAX_BRACKETS = 2
# How many characters before "://" are searched for the scheme, and the maximum length of a bare URL
# in characters. Without these limits, the time to parse a text with many colons is quadratic.
MAX_SCHEME_LENGTH = 10
MAX_URL_LENGTH = 4_000
HEADING_ID_PREFIX = "h-"  # prevents collisions with other element ids on the page

MESSAGE_TAGS = frozenset(
    {"a", "blockquote", "br", "code", "em", "li", "ol", "p", "pre", "s", "strong", "ul"}
)
ARTICLE_TAGS = MESSAGE_TAGS | frozenset(
    {"h2", "h3", "h4", "h5", "h6", "hr", "img", "table", "tbody", "td", "th", "thead", "tr"}
)
ALLOWED_ATTRIBUTES = {
    "a": {"href", "title", "class", "target", article_rules.PLAYER_ATTRIBUTE},
    "code": {"class"},
    "img": {"src", "alt", "title"},
    "ol": {"start", "dir"},
    "td": {"align"},
    "th": {"align"},
    **{f"h{level}": {"id", "dir"} for level in range(2, 7)},
    **{tag: {"dir"} for tag in ("blockquote", "p", "table", "ul")},
}

_MENTION = re.compile(r"@([A-Za-z0-9_-]{3,30})(?![A-Za-z0-9_-])")
_NOT_BEFORE_MENTION = re.compile(r"[\w/@.&-]")
_IMAGE_URL = re.compile(r"https?://|/media/", re.IGNORECASE | re.ASCII)
_SCHEME = re.compile(r"(?<![A-Za-z0-9.+-])https?$", re.IGNORECASE | re.ASCII)
_NOT_IN_LANGUAGE = re.compile(r"[^\w#+.-]")


def make_article_parser() -> MarkdownIt:
    """Create a Markdown parser for the texts of posts.

    It parses CommonMark with tables and strikethrough, and converts bare URLs to links.
    """
    parser = _make_parser()
    parser.inline.ruler.at("image", _parse_image)
    parser.core.ruler.push("headings", _add_heading_ids)
    parser.core.ruler.push("tables", _replace_cell_style_with_align)
    parser.core.ruler.before("limit_attributes", "image_links", article_rules.link_images)
    parser.core.ruler.push("video_links", article_rules.mark_video_links)
    return parser


def make_message_parser() -> MarkdownIt:
    """Create a Markdown parser for short texts, such as comments.

    It keeps line breaks. It does not support headings, tables, horizontal rules and images.
    """
    parser = _make_parser()
    parser.options["breaks"] = True
    return parser.disable(["heading", "lheading", "table", "hr", "image"])


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("js-default", {"html": False, "linkify": True})
    # Only URLs with a scheme become links, not `main.py` or email addresses.
    parser.linkify = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
    parser.inline.ruler.before("link", "mention", _parse_mention)
    parser.inline.ruler.at("link", _parse_link)
    parser.inline.ruler.at("linkify", _parse_bare_url)
    parser.core.ruler.push("languages", _clean_code_languages)
    parser.core.ruler.push("directions", article_rules.add_directions)
    install_limits(parser)
    return parser


def _parse_mention(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # called by markdown-it
    """Parse a mention such as `@ada`. An `@` inside a word, a URL or a link is not a mention."""
    if state.src[state.pos] != "@" or state.linkLevel:
        return False
    match = _MENTION.match(state.src, state.pos)
    if match is None or (state.pos and _NOT_BEFORE_MENTION.match(state.src, state.pos - 1)):
        return False
    if not silent:
        _add_mention_token(state, match[1])
    state.pos = match.end()
    return True


def _add_mention_token(state: StateInline, slug: str) -> None:
    token = state.push("mention", "", 0)
    token.content = f"@{slug}"
    token.meta = {"slug": slug.lower()}


def _parse_link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # called by markdown-it
    return _skip_if_nested_too_deeply(state, "[", silent) or link(state, silent)


def _skip_if_nested_too_deeply(state: StateInline, opening: str, silent: bool) -> bool:  # noqa: FBT001
    """Skip the rest of the text if the next bracket is nested deeper than `MAX_BRACKETS`."""
    if not silent or state.level <= MAX_BRACKETS or not state.src.startswith(opening, state.pos):
        return False
    state.pos = state.posMax
    return True


def _parse_bare_url(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # called by markdown-it
    """Parse a URL in the text, such as `https://example.com`, as a link.

    The text before the URL can be of any length and does not slow down the function.
    """
    if state.linkLevel or not state.src.startswith("://", state.pos):
        return False
    scheme = _SCHEME.search(state.pending, max(0, len(state.pending) - MAX_SCHEME_LENGTH))
    if scheme is None or state.md.linkify is None:
        return False
    start = state.pos - len(scheme[0])
    match = state.md.linkify.match_at_start(state.src[start : start + MAX_URL_LENGTH])
    if match is None:
        return False
    url = match.url.rstrip("*")  # closing asterisks belong to the emphasis around the URL
    if not silent:
        _add_link_tokens(state, scheme[0], url)
    state.pos += len(url) - len(scheme[0])
    return True


def _add_link_tokens(state: StateInline, scheme: str, url: str) -> None:
    state.pending = state.pending.removesuffix(scheme)
    state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(url)}
    state.push("text", "", 0).content = state.md.normalizeLinkText(url)
    state.push("link_close", "a", -1)


def _parse_image(state: StateInline, silent: bool) -> bool:  # noqa: FBT001  # called by markdown-it
    """Parse an image. If its URL is not `http(s)://` or `/media/…`, the alt text replaces it."""
    before = len(state.tokens)
    if _skip_if_nested_too_deeply(state, "![", silent):
        return True
    if not image(state, silent):
        return False
    if len(state.tokens) > before:
        token = state.tokens[-1]
        if not _IMAGE_URL.match(str(token.attrs.get("src", ""))):
            token.type, token.tag, token.attrs = "text", "", {}
    return True


def _add_heading_ids(state: StateCore) -> None:
    """Add unique ids to headings. Change h1 to h2, because the title of the page is the only h1."""
    counts: Counter[str] = Counter()
    for token, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if token.tag == "h1":
            token.tag = "h2"
        if token.type == "heading_open":
            name = slugify(inline.content) or "section"
            counts[name] += 1
            suffix = f"-{counts[name]}" if counts[name] > 1 else ""
            token.attrSet("id", f"{HEADING_ID_PREFIX}{name}{suffix}")


def _replace_cell_style_with_align(state: StateCore) -> None:
    """Replace the `style` attribute of table cells with `align`.

    The Content-Security-Policy of the site forbids `style` attributes.
    """
    for token in state.tokens:
        if token.type in {"td_open", "th_open"} and (style := token.attrs.pop("style", None)):
            token.attrSet("align", str(style).removeprefix("text-align:"))


def _clean_code_languages(state: StateCore) -> None:
    """Remove invalid characters from the language names of code blocks.

    The language name becomes a CSS class. `+` and `#` stay, because names such as C++ and C#
    contain them.
    """
    for token in state.tokens:
        if token.type == "fence":
            language = next(iter(token.info.split()), "")
            token.info = _NOT_IN_LANGUAGE.sub("", language)


def is_text(token: Token) -> bool:
    return token.type in {"text", "text_special", "code_inline", "mention"}
