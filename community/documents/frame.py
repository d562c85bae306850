"""The frame of every document: the same landmarks, classes and places as `components/layout.py`."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import htpy as h
from htpy import Element, Node

from community import urls
from community.core.actor import Actor
from community.documents.parts import avatar, icon
from community.looks import bell, brand, button, layout
from community.looks.places import BOTTOM, NAVIGATION, Place


@dataclass(frozen=True)
class Around:
    """What stands around the text of a page.

    Attributes:
        here: The address of the place in the navigation that this page belongs to.
        rail: Sections beside the text; None for a wide page.
    """

    site_name: str
    actor: Actor
    here: str = ""
    rail: Sequence[Node] | None = field(default=())


def frame(around: Around, *main: Node) -> Element:
    """A whole page."""
    wide = around.rail is None
    return h.div(class_=layout.PAGE)[
        h.a(href="#main", class_=layout.SKIP)["Skip to the text"],
        _header(around),
        h.div(class_=layout.BODY_WIDE if wide else layout.BODY)[
            h.nav(class_=layout.NAV, aria_label="Sections")[
                h.div(class_=layout.NAV_LIST)[
                    (
                        _nav_link(place, around.here)
                        for place in NAVIGATION
                        if not (place.for_members and around.actor.is_guest)
                    )
                ]
            ],
            h.main(id="main", tabindex="-1", class_=layout.MAIN)[main],
            not wide
            and h.aside(class_=layout.RAIL, aria_label="Around the site")[
                h.div(class_=layout.RAIL_STACK)[around.rail]
            ],
        ],
        h.nav(class_=layout.BOTTOM, aria_label="Main places")[
            h.div(class_=layout.BOTTOM_LIST)[(_bottom_link(place, around.here) for place in BOTTOM)]
        ],
    ]


def rail_section(title: str, *children: Node) -> Element:
    """A titled block of the rail."""
    return h.section[h.h2(class_=layout.RAIL_TITLE)[title], children]


def _header(around: Around) -> Element:
    return h.header(class_=layout.HEADER)[
        h.div(class_=layout.HEADER_ROW)[
            h.div(class_=layout.HEADER_BRAND)[
                h.a(href=urls.HOME, class_=layout.BRAND)[
                    h.svg(class_=layout.BRAND_MARK, viewBox=brand.MARK_VIEW_BOX, aria_hidden="true")[
                        h.path(d=brand.MARK_PATH, fill="currentColor")
                    ],
                    h.span(class_=layout.BRAND_NAME)[around.site_name],
                ]
            ],
            h.div(class_=layout.HEADER_SEARCH)[
                h.a(href=urls.SEARCH, class_=layout.SEARCH_LINK)[
                    icon("search"), h.span(class_=layout.SEARCH_LABEL)["Search"]
                ]
            ],
            h.div(class_=layout.HEADER_ACTIONS)[_actions(around.actor)],
        ]
    ]


def _actions(actor: Actor) -> Node:
    if actor.is_guest:
        return h.a(href=urls.SIGN_IN, class_=button.look("primary", "sm"))["Sign in"]
    return (
        h.a(href=urls.WRITE, class_=f"{button.look('primary', 'sm')} max-sm:hidden")[icon("write"), "Write"],
        h.a(href=urls.NOTIFICATIONS, class_=bell.BUTTON, aria_label="Notifications")[icon("bell", bell.ICON)],
        h.a(href=urls.profile(actor.slug), class_=layout.ACCOUNT, aria_label=actor.name)[
            avatar(actor.name, actor.avatar, "sm")
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
