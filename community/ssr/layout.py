"""Server-rendered layout with the header, the navigation and the footer of every page.

The elements must be the same as in `components/layout.py`.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import htpy as h
from htpy import Element, Node
from markupsafe import Markup

from community import urls
from community.core.actor import Actor
from community.i18n import gettext as _
from community.ssr.elements import avatar, icon
from community.ssr.gzip import EMPTY_CHUNK, Chunk
from community.styles import bell, brand, button, layout
from community.styles.navigation import BOTTOM_NAV_ITEMS, MAIN_NAV_ITEMS, NavItem

# The slug, name and avatar URL of the signed-in user. None for a guest.
Viewer: TypeAlias = tuple[str, str, str | None] | None

# The number of layouts to cache. Each needs a few kilobytes of memory.
MAX_CACHED_LAYOUTS = 2_000
_SLOT = "<!-- slot -->"


@dataclass(frozen=True, slots=True)
class Layout:
    """The HTML of a layout in three parts.

    The content of the page belongs after `top`, and the sidebar belongs after `middle`.
    """

    top: Chunk
    middle: Chunk
    bottom: Chunk


def get_layout(site_name: str, actor: Actor, active_href: str, *, is_wide: bool) -> Layout:
    """Return the layout for a viewer.

    Args:
        site_name: The name of the site.
        actor: The viewer.
        active_href: The URL of the navigation link that is marked as current.
        is_wide: True if the page has no sidebar, so that the content is wider.
    """
    return _get_cached_layout(
        site_name,
        None if actor.is_guest else (actor.slug, actor.name, actor.avatar),
        active_href,
        is_wide=is_wide,
    )


@lru_cache(maxsize=MAX_CACHED_LAYOUTS)
def _get_cached_layout(
    site_name: str, viewer: Viewer, active_href: str, *, is_wide: bool
) -> Layout:
    html = str(_render_layout(site_name, viewer, active_href, is_wide=is_wide))
    parts = [Chunk.compress(part.encode()) for part in html.split(_SLOT)]
    return Layout(parts[0], parts[1] if not is_wide else EMPTY_CHUNK, parts[-1])


def _render_layout(site_name: str, viewer: Viewer, active_href: str, *, is_wide: bool) -> Element:
    slot = Markup(_SLOT)
    # The cached content contains elements for guests and for members. CSS uses `data-viewer` to
    # hide the elements that are not meant for the viewer (`styles/comment.py`).
    return h.div(class_=layout.PAGE, data_viewer="member" if viewer else "guest")[
        h.a(href="#main", class_=layout.SKIP_LINK)[_("Skip to content")],
        _page_header(site_name, viewer, active_href),
        h.div(class_=layout.BODY_WIDE if is_wide else layout.BODY)[
            h.nav(class_=layout.NAV, aria_label=_("Sections"))[
                h.div(class_=layout.NAV_LIST)[
                    (
                        _nav_link(item, active_href)
                        for item in MAIN_NAV_ITEMS
                        if viewer or not item.is_members_only
                    )
                ]
            ],
            h.main(id="main", tabindex="-1", class_=layout.MAIN)[slot],
            not is_wide
            and h.aside(class_=layout.SIDEBAR, aria_label=_("Sidebar"))[
                h.div(class_=layout.SIDEBAR_STACK)[slot]
            ],
        ],
        h.nav(class_=layout.BOTTOM_NAV, aria_label=_("Main navigation"))[
            h.div(class_=layout.BOTTOM_NAV_LIST)[
                (_bottom_nav_link(item, active_href) for item in BOTTOM_NAV_ITEMS)
            ]
        ],
    ]


def _page_header(site_name: str, viewer: Viewer, active_href: str) -> Element:
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
            h.div(class_=layout.HEADER_ACTIONS)[_header_buttons(viewer, active_href)],
        ]
    ]


def _header_buttons(viewer: Viewer, active_href: str) -> Node:
    if viewer is None:
        return h.a(href=urls.SIGN_IN, class_=button.class_names("primary", "sm"))[_("Sign in")]
    slug, name, avatar_url = viewer
    return (
        active_href != urls.WRITE
        and h.a(href=urls.WRITE, class_=f"{button.class_names('primary', 'sm')} max-sm:hidden")[
            icon("write"), _("Write")
        ],
        h.a(href=urls.NOTIFICATIONS, class_=bell.BUTTON, aria_label=_("Notifications"))[
            icon("bell", bell.ICON)
        ],
        h.a(href=urls.profile(slug), class_=layout.ACCOUNT_BUTTON, aria_label=name)[
            avatar(name, avatar_url, "sm")
        ],
    )


def _nav_link(item: NavItem, active_href: str) -> Element:
    return h.a(
        href=item.href,
        title=_(item.name),
        class_=layout.NAV_LINK,
        aria_current="page" if item.href == active_href else "false",
    )[icon(item.icon, layout.NAV_ICON), h.span(class_=layout.NAV_LABEL)[_(item.name)]]


def _bottom_nav_link(item: NavItem, active_href: str) -> Element:
    return h.a(
        href=item.href,
        class_=layout.BOTTOM_NAV_LINK,
        aria_current="page" if item.href == active_href else "false",
    )[icon(item.icon, layout.BOTTOM_NAV_ICON), _(item.name)]
