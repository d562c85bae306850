"""The frame of every page. It knows no state: what stands in it comes in as slots."""

from collections.abc import Sequence
from dataclasses import dataclass

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import PREFETCHED, Child, Flag, Text, given
from community.looks import layout as looks
from community.looks.icons import IconName


@dataclass(frozen=True)
class Slots:
    """What the parts of the frame hold.

    Attributes:
        brand: The name of the site.
        search: Usually `search_link`.
        actions: The right end of the header: write, bell, account; or "Sign in".
        navigation: `nav_link`s and `nav_group`s.
        bottom: `bottom_link`s of a phone, at most five.
        rail: `rail_section`s beside a feed or an article; None for a wide page.
        overlays: Dialogs and toasts, which stand outside the columns.
    """

    brand: rx.Component
    search: rx.Component
    actions: Sequence[rx.Component]
    navigation: Sequence[rx.Component]
    bottom: Sequence[rx.Component]
    rail: Sequence[rx.Component] | None = None
    overlays: Sequence[rx.Component] = ()


def frame(*main: rx.Component, slots: Slots) -> rx.Component:
    """A whole page: skip link, header, navigation, `main`, rail and bottom bar, each a landmark."""
    columns = [_navigation(slots), _main(*main)]
    if slots.rail is not None:
        columns.append(_rail(slots.rail))
    return rx.el.div(
        _header(slots),
        rx.el.div(*columns, class_name=looks.BODY_WIDE if slots.rail is None else looks.BODY),
        _bottom(slots),
        *slots.overlays,
        class_name=looks.PAGE,
    )


def page_heading(title: Text, intro: Text = "", *actions: rx.Component) -> rx.Component:
    """The name of a page that is not an article, and what can be done on it."""
    words = rx.el.div(
        rx.el.h1(title, class_name=looks.PAGE_TITLE),
        *([rx.el.p(intro, class_name=looks.PAGE_INTRO)] if given(intro) else []),
    )
    return rx.el.header(words, *actions, class_name=looks.PAGE_HEADING)


def search_link(href: Text = "/search") -> rx.Component:
    """Looks like a field, leads to the page of search; only a lens on a phone."""
    return rx.el.a(
        icon("search"),
        rx.el.span("Search", class_name=looks.SEARCH_LABEL),
        href=href,
        class_name=looks.SEARCH_LINK,
    )


def nav_link(text: Text, *, href: Text, icon_name: IconName, current: Flag = False) -> rx.Component:
    """A line of the navigation; a bare icon with a tip on a tablet."""
    return rx.el.a(
        icon(icon_name, looks.NAV_ICON),
        rx.el.span(text, class_name=looks.NAV_LABEL),
        href=href,
        title=text,
        class_name=looks.NAV_LINK,
        custom_attrs={"aria-current": _page(current), **PREFETCHED},
    )


def nav_group(title: Text) -> rx.Component:
    """A few quiet words above the lines that follow."""
    return rx.el.div(title, class_name=looks.NAV_GROUP)


def bottom_link(
    text: Text, *, href: Text, icon_name: IconName, current: Flag = False
) -> rx.Component:
    """One of the places at the bottom of a phone."""
    return rx.el.a(
        icon(icon_name, looks.BOTTOM_ICON),
        text,
        href=href,
        class_name=looks.BOTTOM_LINK,
        custom_attrs={"aria-current": _page(current)},
    )


def rail_section(
    *children: Child, title: Text, more: Text = "", more_href: Text = ""
) -> rx.Component:
    """A titled block of the rail, with the way to all of it."""
    link = rx.el.a(more, href=more_href, class_name=looks.RAIL_MORE)
    return rx.el.section(
        rx.el.h2(title, *([link] if given(more) else []), class_name=looks.RAIL_TITLE), *children
    )


def _header(slots: Slots) -> rx.Component:
    return rx.el.header(
        rx.el.a("Skip to the text", href="#main", class_name=looks.SKIP),
        rx.el.div(
            rx.el.div(slots.brand, class_name=looks.HEADER_BRAND),
            rx.el.div(slots.search, class_name=looks.HEADER_SEARCH),
            rx.el.div(*slots.actions, class_name=looks.HEADER_ACTIONS),
            class_name=looks.HEADER_ROW,
        ),
        class_name=looks.HEADER,
    )


def _navigation(slots: Slots) -> rx.Component:
    return rx.el.nav(
        rx.el.div(*slots.navigation, class_name=looks.NAV_LIST),
        class_name=looks.NAV,
        custom_attrs={"aria-label": "Sections"},
    )


def _main(*children: rx.Component) -> rx.Component:
    return rx.el.main(*children, id="main", tab_index=-1, class_name=looks.MAIN)


def _rail(sections: Sequence[rx.Component]) -> rx.Component:
    return rx.el.aside(
        rx.el.div(*sections, class_name=looks.RAIL_STACK),
        class_name=looks.RAIL,
        custom_attrs={"aria-label": "Around the site"},
    )


def _bottom(slots: Slots) -> rx.Component:
    return rx.el.nav(
        rx.el.div(*slots.bottom, class_name=looks.BOTTOM_LIST),
        class_name=looks.BOTTOM,
        custom_attrs={"aria-label": "Main places"},
    )


def _page(current: Flag) -> str | rx.Var[str]:
    if isinstance(current, rx.Var):
        return rx.cond(current, "page", "false")
    return "page" if current else "false"
