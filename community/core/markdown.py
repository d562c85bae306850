"""The two dialects of Markdown that people write here, and what of HTML may come out of them."""

import re
from collections import Counter

from linkify_it import LinkifyIt  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.token import Token

from community.core.slugs import slugify

# Deeper quotes, lists and brackets are plain text; it bounds the work that hostile input can cause.
MAX_NESTING = 20
# A picture in a link is one deep. Each bracket that is not closed is looked at once for each level.
MAX_BRACKETS = 2
# How far back from "://" its scheme is looked for, and where an address that nobody marked is cut.
# Without an end to both, each of many colons looks through the whole text.
LONGEST_SCHEME = 10
LONGEST_ADDRESS = 4_000
HEADING_PREFIX = "h-"  # so that a heading cannot take the id of something on the page

MESSAGE_TAGS = frozenset(
    {"a", "blockquote", "br", "code", "em", "li", "ol", "p", "pre", "s", "strong", "ul"}
)
ARTICLE_TAGS = MESSAGE_TAGS | frozenset(
    {"h2", "h3", "h4", "h5", "h6", "hr", "img", "table", "tbody", "td", "th", "thead", "tr"}
)
ATTRIBUTES = {
    "a": {"href", "title", "class"},
    "code": {"class"},
    "img": {"src", "alt", "title"},
    "ol": {"start"},
    "td": {"align"},
    "th": {"align"},
    **{f"h{level}": {"id"} for level in range(2, 7)},
}

_MENTION = re.compile(r"@([A-Za-z0-9_-]{3,30})(?![A-Za-z0-9_-])")
_NOT_BEFORE_MENTION = re.compile(r"[\w/@.&-]")
_PICTURE_ADDRESS = re.compile(r"https?://|/media/", re.IGNORECASE)
_SCHEME = re.compile(r"(?<![A-Za-z0-9.+-])https?$", re.IGNORECASE)
_NOT_IN_LANGUAGE = re.compile(r"[^\w#+.-]")


def make_article() -> MarkdownIt:
    """CommonMark with tables, strikethrough and plain addresses as links."""
    parser = _make()
    parser.inline.ruler.at("image", _picture)
    parser.core.ruler.push("headings", _headings)
    parser.core.ruler.push("tables", _tables)
    return parser


def make_message() -> MarkdownIt:
    """The same for a few sentences: line breaks count; no headings, tables, rules or pictures."""
    parser = _make()
    parser.options["breaks"] = True
    return parser.disable(["heading", "lheading", "table", "hr", "image"])


def _make() -> MarkdownIt:
    parser = MarkdownIt("js-default", {"html": False, "linkify": True, "maxNesting": MAX_NESTING})
    # Only what is meant as an address: neither `main.py` nor somebody's e-mail becomes a link.
    parser.linkify = LinkifyIt(options={"fuzzy_link": False, "fuzzy_email": False})
    parser.inline.ruler.before("link", "mention", _mention)
    parser.inline.ruler.at("link", _link)
    parser.inline.ruler.at("linkify", _address)
    parser.core.ruler.push("languages", _languages)
    return parser


def _mention(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """`@slug`, unless it is inside a word, an address or a link."""
    if state.src[state.pos] != "@" or state.linkLevel:
        return False
    found = _MENTION.match(state.src, state.pos)
    if found is None or (state.pos and _NOT_BEFORE_MENTION.match(state.src, state.pos - 1)):
        return False
    if not silent:
        _push_mention(state, found[1])
    state.pos = found.end()
    return True


def _push_mention(state: StateInline, slug: str) -> None:
    token = state.push("mention", "", 0)
    token.content = f"@{slug}"
    token.meta = {"slug": slug.lower(), "url": state.env.get("mentions", {}).get(slug.lower())}


def _link(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """A link, as long as it does not stand in brackets in brackets in brackets."""
    return _is_too_deep(state, "[", silent) or link(state, silent)


def _is_too_deep(state: StateInline, opening: str, silent: bool) -> bool:  # noqa: FBT001
    """Give the brackets around this one up: nothing closes them before the end."""
    if not silent or state.level <= MAX_BRACKETS or not state.src.startswith(opening, state.pos):
        return False
    state.pos = state.posMax
    return True


def _address(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """`https://…` as it stands in the text, found without looking through what is before it."""
    if state.linkLevel or not state.src.startswith("://", state.pos):
        return False
    scheme = _SCHEME.search(state.pending, max(0, len(state.pending) - LONGEST_SCHEME))
    if scheme is None or state.md.linkify is None:
        return False
    begin = state.pos - len(scheme[0])
    found = state.md.linkify.match_at_start(state.src[begin : begin + LONGEST_ADDRESS])
    if found is None:
        return False
    url = found.url.rstrip("*")  # they end what is emphasised
    if not silent:
        _push_address(state, scheme[0], url)
    state.pos += len(url) - len(scheme[0])
    return True


def _push_address(state: StateInline, scheme: str, url: str) -> None:
    state.pending = state.pending.removesuffix(scheme)
    state.push("link_open", "a", 1).attrs = {"href": state.md.normalizeLink(url)}
    state.push("text", "", 0).content = state.md.normalizeLinkText(url)
    state.push("link_close", "a", -1)


def _picture(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """A picture from the web or from our own storage; any other address leaves its description."""
    before = len(state.tokens)
    if _is_too_deep(state, "![", silent):
        return True
    if not image(state, silent):
        return False
    if len(state.tokens) > before:
        token = state.tokens[-1]
        if not _PICTURE_ADDRESS.match(str(token.attrs.get("src", ""))):
            token.type, token.tag, token.attrs = "text", "", {}
    return True


def _headings(state: StateCore) -> None:
    """Addresses for headings, each once; the title of the page stays its only h1."""
    seen: Counter[str] = Counter()
    for token, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if token.tag == "h1":
            token.tag = "h2"
        if token.type == "heading_open":
            name = slugify(inline.content) or "section"
            seen[name] += 1
            suffix = f"-{seen[name]}" if seen[name] > 1 else ""
            token.attrSet("id", f"{HEADING_PREFIX}{name}{suffix}")


def _tables(state: StateCore) -> None:
    """The alignment of a column without a style attribute, which the content policy forbids."""
    for token in state.tokens:
        if token.type in {"td_open", "th_open"} and (style := token.attrs.pop("style", None)):
            token.attrSet("align", str(style).removeprefix("text-align:"))


def _languages(state: StateCore) -> None:
    """The name of a language becomes a class: letters, digits and what C++, C# and F# need."""
    for token in state.tokens:
        if token.type == "fence":
            language = next(iter(token.info.split()), "")
            token.info = _NOT_IN_LANGUAGE.sub("", language)


def is_text(token: Token) -> bool:
    """Whether the token is words of the author, as opposed to markup."""
    return token.type in {"text", "text_special", "code_inline", "mention"}
