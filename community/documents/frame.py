"""The frame of every document: the same landmarks, classes and places as `components/layout.py`."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from community import urls
from community.core.actor import Actor
from community.documents.parts import avatar, icon
from community.documents.zipping import EMPTY, Piece
from community.looks import bell, brand, button, layout
from community.looks.places import BOTTOM, NAVIGATION, Place

# Slug, name and picture of somebody signed in.
Reader: TypeAlias = tuple[str, str, str | None] | None

# Readers whose frames are remembered, each with a few kilobytes.
READERS = 2_000
_CUT = "<!-- cut -->"


@dataclass(frozen=True, slots=True)
class Frame:
    """A frame, cut where the text and what stands beside it go."""

    top: Piece
    middle: Piece
    bottom: Piece


def frame_of(site_name: str, actor: Actor, here: str, *, is_wide: bool) -> Frame:
    """The frame of one reader.

    Args:
        here: the address of the place in the navigation that the page belongs to.
        is_wide: without a rail.
    """
    return _frame(
        site_name,
        None if actor.is_guest else (actor.slug, actor.name, actor.avatar),
        here,
        is_wide=is_wide,
    )


@lru_cache(maxsize=READERS)
def _frame(site_name: str, reader: Reader, here: str, *, is_wide: bool) -> Frame:
    parts = [
        Piece.of(part.encode())
        for part in str(_whole(site_name, reader, here, is_wide=is_wide)).split(_CUT)
    ]
    return Frame(parts[0], parts[1] if not is_wide else EMPTY, parts[-1])


def _whole(site_name: str, reader: Reader, here: str, *, is_wide: bool) -> Element:
    cut = Markup(_CUT)
    # The text may be the same for all; what is for members or for guests alone looks here
    # (looks/comment.py).
    return h.div(class_=layout.PAGE, data_reader="member" if reader else "guest")[
        h.a(href="#main", class_=layout.SKIP)["Skip to the text"],
        _header(site_name, reader, here),
        h.div(class_=layout.BODY_WIDE if is_wide else layout.BODY)[
            h.nav(class_=layout.NAV, aria_label="Sections")[
                h.div(class_=layout.NAV_LIST)[
                    (
                        _nav_link(place, here)
                        for place in NAVIGATION
                        if reader or not place.for_members
                    )
                ]
            ],
            h.main(id="main", tabindex="-1", class_=layout.MAIN)[cut],
            not is_wide
            and h.aside(class_=layout.RAIL, aria_label="Around the site")[
                h.div(class_=layout.RAIL_STACK)[cut]
            ],
        ],
        h.nav(class_=layout.BOTTOM, aria_label="Main places")[
            h.div(class_=layout.BOTTOM_LIST)[(_bottom_link(place, here) for place in BOTTOM)]
        ],
    ]


def rail_section(title: str, *children: Node) -> Element:
    """A titled block of the rail."""
    return h.section[h.h2(class_=layout.RAIL_TITLE)[title], children]


def _header(site_name: str, reader: Reader, here: str) -> Element:
    return h.header(class_=layout.HEADER)[
        h.div(class_=layout.HEADER_ROW)[
            h.div(class_=layout.HEADER_BRAND)[
                h.a(href=urls.HOME, class_=layout.BRAND)[
                    h.svg(
                        class_=layout.BRAND_MARK, viewBox=brand.MARK_VIEW_BOX, aria_hidden="true"
                    )[h.path(d=brand.MARK_PATH, fill="currentColor")],
                    h.span(class_=layout.BRAND_NAME)[site_name],
                ]
            ],
            h.div(class_=layout.HEADER_SEARCH),
            h.div(class_=layout.HEADER_ACTIONS)[_actions(reader, here)],
        ]
    ]


def _actions(reader: Reader, here: str) -> Node:
    if reader is None:
        return h.a(href=urls.SIGN_IN, class_=button.look("primary", "sm"))["Sign in"]
    slug, name, picture = reader
    return (
        here != urls.WRITE
        and h.a(href=urls.WRITE, class_=f"{button.look('primary', 'sm')} max-sm:hidden")[
            icon("write"), "Write"
        ],
        h.a(href=urls.NOTIFICATIONS, class_=bell.BUTTON, aria_label="Notifications")[
            icon("bell", bell.ICON)
        ],
        h.a(href=urls.profile(slug), class_=layout.ACCOUNT, aria_label=name)[
            avatar(name, picture, "sm")
        ],
    )


def _nav_link(place: Place, here: str) -> Element:
    return h.a(
        href=place.href,
        title=place.name,
        class_=layout.NAV_LINK,
        aria_current="page" if place.href == here else "false",
    )[icon(place.icon, layout.NAV_ICON), h.span(class_=layout.NAV_LABEL)[place.name]]


def _bottom_link(place: Place, here: str) -> Element:
    return h.a(
        href=place.href,
        class_=layout.BOTTOM_LINK,
        aria_current="page" if place.href == here else "false",
    )[icon(place.icon, layout.BOTTOM_ICON), place.name]
