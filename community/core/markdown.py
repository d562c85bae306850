"""The two dialects of Markdown that people write here, and what of HTML may come out of them."""

import re
from collections import Counter

from linkify_it import LinkifyIt  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, image
from markdown_it.token import Token

from community.core.slugs import slugify

# Deeper quotes, lists and brackets are plain text; it bounds the work that hostile input can cause.
MAX_NESTING = 20
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


def _picture(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - markdown-it calls it
    """A picture from the web or from our own storage; any other address leaves its description."""
    before = len(state.tokens)
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
