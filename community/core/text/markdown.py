"""Markdown parsers for articles and messages, their limits, and the HTML tags in their output.

The limits on the length of a text bound the input of a parser. The parsers raise `TextTooComplex`
so that a short text cannot become a huge document.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

from linkify_it import LinkifyIt  # type: ignore[import-untyped]
from markdown_it import MarkdownIt
from markdown_it.rules_block import StateBlock, table
from markdown_it.rules_core import StateCore
from markdown_it.rules_inline import StateInline, image, link
from markdown_it.token import Token

from community.core.text.slugs import slugify

Reason = Literal["cells", "nesting", "size", "time"]

# Short rows are filled up with empty cells, so a text of 100 KB could have a million cells.
MAX_TABLE_CELLS = 2_000
# Levels of quotes, lists, emphasis and all other elements inside each other.
MAX_NESTING = 100
# In bytes. A short text can refer to one long URL many thousand times.
MAX_HTML_BYTES = 1_000_000

_CELLS = "table_cells"

# The class names of the links that the rules create or mark.
IMAGE_LINK_CLASS = "image-link"
VIDEO_LINK_CLASS = "video-link"
# The attribute with the URL of the player, which the browser loads after a click.
PLAYER_ATTRIBUTE = "data-player"

_LINK_WITH_TEXT = ["link_open", "text", "link_close"]
_PLAYER_URLS = (
    (
        re.compile(
            r"https?://(?:(?:www\.|m\.)?youtube\.com/(?:watch\?(?:[^#\s]*&)?v=|shorts/|live/)"
            r"|youtu\.be/)([A-Za-z0-9_-]{11})(?![A-Za-z0-9_-])",
            re.ASCII,
        ),
        "https://www.youtube-nocookie.com/embed/{}?autoplay=1",
    ),
    (
        re.compile(r"https?://(?:www\.)?vimeo\.com/([0-9]{1,12})(?![A-Za-z0-9_-])", re.ASCII),
        "https://player.vimeo.com/video/{}?dnt=1&autoplay=1",
    ),
)
# Addresses of the players, for the Content-Security-Policy.
PLAYER_ORIGINS = ("https://www.youtube-nocookie.com", "https://player.vimeo.com")

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
    "a": {"href", "title", "class", "target", PLAYER_ATTRIBUTE},
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


class TextTooComplex(ValueError):
    """A text exceeds one of the limits of this module, or the time for rendering a text.

    Attributes:
        reason: The exceeded limit: the number of table `cells`, the `nesting`, the `size` of the
            HTML, or the `time`.
    """

    def __init__(self, reason: Reason) -> None:
        super().__init__(reason)
        self.reason: Reason = reason


def make_article_parser() -> MarkdownIt:
    """Create a Markdown parser for the texts of posts.

    It parses CommonMark with tables and strikethrough, and converts bare URLs to links.
    """
    parser = _make_parser()
    parser.inline.ruler.at("image", _parse_image)
    parser.core.ruler.push("headings", _add_heading_ids)
    parser.core.ruler.push("tables", _replace_cell_style_with_align)
    parser.core.ruler.before("limit_attributes", "image_links", _link_images_to_files)
    parser.core.ruler.push("video_links", _mark_video_links)
    return parser


def make_short_text_parser() -> MarkdownIt:
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
    parser.core.ruler.push("directions", _add_directions)
    _install_limits(parser)
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


def _add_directions(state: StateCore) -> None:
    """Let the first letter of each outermost block decide its direction.

    Blocks inside it have no `dir`, because browsers ignore the text of elements with a `dir` when
    they determine the direction of the element around them.
    """
    for token in state.tokens:
        if token.level == 0 and token.nesting == 1:
            token.attrSet("dir", "auto")


def _link_images_to_files(state: StateCore) -> None:
    """Link each image to its file, because pages limit the height of images."""
    for block in state.tokens:
        if block.children and any(token.type == "image" for token in block.children):
            block.children = _link_images(block.children)


def _link_images(tokens: list[Token]) -> list[Token]:
    linked: list[Token] = []
    link_level = 0
    for token in tokens:
        link_level += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if token.type != "image" or link_level:
            linked.append(token)
            continue
        attributes = {"class": IMAGE_LINK_CLASS, "href": token.attrs["src"], "target": "_blank"}
        linked += [
            Token("link_open", "a", 1, attrs=attributes),
            token,
            Token("link_close", "a", -1),
        ]
    return linked


def _mark_video_links(state: StateCore) -> None:
    """Add the URL of the player to links to videos that stand alone in an outermost paragraph.

    The browser shows such a link as a video. Feed readers and browsers without JavaScript show the
    link.
    """
    for paragraph, inline in zip(state.tokens, state.tokens[1:], strict=False):
        if paragraph.type != "paragraph_open" or paragraph.level or not inline.children:
            continue
        if [token.type for token in inline.children] != _LINK_WITH_TEXT:
            continue
        link = inline.children[0]
        player_url = find_player_url(str(link.attrs.get("href", "")))
        if player_url and _is_bare(inline):
            link.attrSet("class", VIDEO_LINK_CLASS)
            link.attrSet(PLAYER_ATTRIBUTE, player_url)


def find_player_url(url: str) -> str | None:
    """Return the URL of the player for a video on YouTube or Vimeo, or None for another page."""
    for pattern, player_url in _PLAYER_URLS:
        if match := pattern.match(url):
            return player_url.format(match[1])
    return None


def _is_bare(inline: Token) -> bool:
    """Return whether the text is only a URL, and not a link with a text of its own."""
    return inline.content.strip().strip("<>").startswith(("http://", "https://"))


def _install_limits(parser: MarkdownIt) -> None:
    """Make a parser raise `TextTooComplex`. Call this before other core rules are added."""
    # One more level than allowed, because the parser leaves out what is nested deeper.
    parser.options["maxNesting"] = MAX_NESTING + 1
    parser.block.ruler.at("table", _parse_table, {"alt": ["paragraph", "reference"]})
    parser.core.ruler.after("block", "limit_block_nesting", _limit_block_nesting)
    parser.core.ruler.push("limit_nesting", _limit_nesting)
    parser.core.ruler.push("limit_attributes", _limit_attributes)


def ensure_html_size(html: str) -> None:
    # Most texts are far below the limit, and encoding them only to count the bytes is not needed.
    if 4 * len(html) > MAX_HTML_BYTES and len(html.encode()) > MAX_HTML_BYTES:
        raise TextTooComplex("size")


def _parse_table(state: StateBlock, start: int, end: int, silent: bool) -> bool:  # noqa: FBT001
    """Parse a table, and raise an error before it has many more cells than allowed."""
    if silent or not table(state, start, end, True):  # noqa: FBT003  # called by markdown-it
        return silent and table(state, start, end, True)  # noqa: FBT003
    columns = _count_columns(state, start + 1)
    remaining_rows = (MAX_TABLE_CELLS - state.env.get(_CELLS, 0)) // columns
    # One row more than allowed is parsed, to find out whether there is one.
    table(state, start, min(end, start + 2 + remaining_rows), False)  # noqa: FBT003
    rows = state.line - start - 1  # without the line between the header and the body
    if rows > remaining_rows:
        raise TextTooComplex("cells")
    state.env[_CELLS] = state.env.get(_CELLS, 0) + rows * columns
    return True


def _count_columns(state: StateBlock, line: int) -> int:
    """Return the number of columns that the line below the header of a table declares."""
    start, end = state.bMarks[line] + state.tShift[line], state.eMarks[line]
    return len(state.src[start:end].strip(" \t|").split("|"))


def _limit_block_nesting(state: StateCore) -> None:
    """Check the nesting of quotes and lists before their content is parsed."""
    _ensure_nesting(state.tokens)


def _limit_nesting(state: StateCore) -> None:
    _ensure_nesting(_iter_tokens(state.tokens))


def _ensure_nesting(tokens: Iterable[Token]) -> None:
    depth = 0
    for token in tokens:
        depth += token.nesting
        if depth > MAX_NESTING:
            raise TextTooComplex("nesting")


def _limit_attributes(state: StateCore) -> None:
    lengths = (
        len(str(value)) for token in _iter_tokens(state.tokens) for value in token.attrs.values()
    )
    if sum(lengths) > MAX_HTML_BYTES:
        raise TextTooComplex("size")


def _iter_tokens(blocks: Iterable[Token]) -> Iterator[Token]:
    for block in blocks:
        yield block
        yield from block.children or ()


def is_text(token: Token) -> bool:
    return token.type in {"text", "text_special", "code_inline", "mention"}
