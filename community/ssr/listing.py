"""Functions for server-rendered pages that show a list.

They read the pagination cursor from the request, and create links, tabs and buttons.
"""

from collections.abc import Sequence
from typing import Any

import htpy as h
from htpy import Element, Node

from community import urls
from community.core.pagination import Page
from community.i18n import gettext as _
from community.ssr.elements import icon
from community.ssr.routing import PageRequest
from community.styles import bell, button, display, icons
from community.styles import post as styles
from community.styles.button import Size, Variant

# The query parameters that pages with a list accept.
LIST_PARAMS = ("cursor",)


def get_cursor(request: PageRequest) -> str:
    """Return the pagination cursor from the URL. Return an empty string for the first page."""
    return request.query_params.get("cursor", "")


def get_canonical_path(request: PageRequest, list_path: str) -> str:
    """Return `list_path` with the pagination cursor of the request."""
    return urls.with_cursor(list_path, get_cursor(request))


def get_next_page_path(page: Page[Any], list_path: str) -> str | None:
    return urls.with_cursor(list_path, page.next_cursor) if page.next_cursor else None


def load_more_link(page: Page[Any], list_path: str, label: str) -> Node:
    if page.next_cursor is None:
        return None
    href = urls.with_cursor(list_path, page.next_cursor)
    return h.a(href=href, rel="next", class_=styles.MORE_LINK)[icon("chevron_down"), label]


def tab_links(label: str, links: Sequence[tuple[str, str]], current: str) -> Element:
    """Return a `nav` element that shows links to related pages as tabs.

    Args:
        label: The accessible name of the navigation.
        links: The URL and the label of each link.
        current: The URL of the link that is marked as current.
    """
    return h.nav(class_=display.TABS, aria_label=label)[
        (
            h.a(href=href, class_=display.TAB, aria_current="page" if href == current else "false")[
                name
            ]
            for href, name in links
        )
    ]


def action_button(
    label: str, *, is_guest: bool, variant: Variant, size: Size = "md", is_on: bool = False
) -> Element:
    """Return a button for members, or a link to the sign-in form for guests.

    The button does nothing until the React app replaces the button.
    """
    class_name = button.class_names(variant, size)
    if is_guest:
        return h.a(href=urls.SIGN_IN, rel="nofollow", class_=class_name)[label]
    return h.button(type="button", aria_pressed=str(is_on).lower(), class_=class_name)[label]


def toggle_button(
    on_label: str, off_label: str, *, is_on: bool, is_guest: bool, size: Size = "md"
) -> Element:
    variant: Variant = "secondary" if is_on else button.CALL_TO_ACTION[size]
    label = on_label if is_on else off_label
    return action_button(label, is_guest=is_guest, variant=variant, size=size, is_on=is_on)


def subscribe_toggle(*, is_on: bool, is_guest: bool) -> Element:
    class_name = button.class_names("secondary", icon_only=True)
    bell_icon = icon("bell", bell.SUBSCRIBED_ICON if is_on else icons.ICON)
    label = _("Stop notifying me about new posts") if is_on else _("Notify me about new posts")
    if is_guest:
        return h.a(href=urls.SIGN_IN, rel="nofollow", aria_label=label, class_=class_name)[
            bell_icon
        ]
    return h.button(type="button", aria_label=label, class_=class_name)[bell_icon]
