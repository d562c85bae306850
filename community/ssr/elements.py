"""Small elements for server-rendered pages.

Their texts and CSS classes must be the same as in `components/ui`.
"""

import re
from datetime import datetime
from functools import cache, lru_cache

import htpy as h
from htpy import Element, Fragment, Node
from markupsafe import Markup

from community.core import clock
from community.domain.accounts.schemas import UserSummary
from community.domain.site.schemas import ReactionCount
from community.i18n import formats
from community.styles import avatar as avatar_styles
from community.styles import display, icons, reaction
from community.styles.avatar import Shape, Size
from community.styles.icons import IconName

# The number of avatars whose HTML is cached.
MAX_CACHED_AVATARS = 2_000


@cache
def icon(name: IconName, class_name: str = icons.ICON) -> Markup:
    svg = h.svg(class_=class_name, viewBox=icons.VIEW_BOX, aria_hidden="true")[
        h.path(d=icons.PATHS[name])
    ]
    return Markup(str(svg))


@lru_cache(maxsize=MAX_CACHED_AVATARS)
def avatar(
    name: str,
    image_url: str | None,
    size: Size = "md",
    shape: Shape = "user",
    class_name: str = "",
) -> Markup:
    pixels = str(avatar_styles.PIXELS[size])
    element = h.span(
        class_=f"{avatar_styles.class_names(size, shape)} {class_name}".rstrip(), aria_hidden="true"
    )[
        avatar_styles.initials(name),
        image_url
        and h.img(
            src=image_url,
            alt="",
            width=pixels,
            height=pixels,
            loading="lazy",
            class_=avatar_styles.IMAGE,
        ),
    ]
    return Markup(str(element))


def avatar_for(user: UserSummary, size: Size = "sm") -> Markup:
    return avatar(user.name, user.avatar, size)


def relative_time(timestamp: datetime, class_name: str = display.TIME) -> Element:
    return h.time(
        class_=class_name,
        datetime=clock.format_iso(timestamp),
        title=formats.format_full_time(timestamp),
    )[formats.format_relative_time(timestamp, clock.now())]


def compact_number(number: int) -> Element:
    return h.span(class_=display.COUNT)[formats.format_short_count(number)]


def reaction_bar(counts: list[ReactionCount], *, is_small: bool = False) -> Element | Markup:
    """Return the reaction counts of a post or comment.

    The button to add a reaction does nothing until the React app replaces it.
    """
    chip_class, add_class = (
        (reaction.CHIP_SMALL, reaction.ADD_SMALL) if is_small else (reaction.CHIP, reaction.ADD)
    )
    if not counts:
        return _empty_reaction_bar(add_class)
    return h.div(class_=reaction.BAR)[
        (
            h.span(class_=chip_class)[
                h.span(class_=reaction.EMOJI)[item.emoji], compact_number(item.count)
            ]
            for item in counts
        ),
        h.span(class_=add_class)[icon("react")],
    ]


@cache
def _empty_reaction_bar(add_class: str) -> Markup:
    return Markup(str(h.div(class_=reaction.BAR)[h.span(class_=add_class)[icon("react")]]))


def rich_text(message: str, **nodes: Node) -> list[Node]:
    """Replace each `{name}` placeholder in a translated message with the node of that name.

    The translation function must not replace the placeholders. To prevent this, call
    `_("Last used {time}")` without a `time` argument, or call
    `ngettext("{count} post", "{count} posts", n, count="{count}")`.
    """
    parts = re.split(r"\{(\w+)\}", message)
    return [nodes[part] if index % 2 else part for index, part in enumerate(parts) if part]


def join_nodes(*children: Node) -> Fragment:
    return h.fragment[children]
