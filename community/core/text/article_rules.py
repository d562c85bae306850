"""Rules for the Markdown parsers: text direction of blocks, links to full images, video links."""

import re

from markdown_it.rules_core import StateCore
from markdown_it.token import Token

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


def add_directions(state: StateCore) -> None:
    """Let the first letter of each outermost block decide its direction.

    Blocks inside it have no `dir`, because browsers ignore the text of elements with a `dir` when
    they determine the direction of the element around them.
    """
    for token in state.tokens:
        if token.level == 0 and token.nesting == 1:
            token.attrSet("dir", "auto")


def link_images(state: StateCore) -> None:
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


def mark_video_links(state: StateCore) -> None:
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
