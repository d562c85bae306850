"""The layout that all pages share: header, navigation, content, sidebar and bottom bar.

It reads no State. The caller passes the components for each part as `LayoutSlots`.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import reflex as rx

from community.components.ui.icon import icon
from community.components.ui.props import PREFETCH_ATTRS, Child, Flag, Text, has_content
from community.i18n import gettext as _
from community.styles import layout as styles
from community.styles.icons import IconName


@dataclass(frozen=True)
class LayoutSlots:
    """The components that the layout shows in each of its parts.

    Attributes:
        brand: The name of the site.
        search: The search control, usually `search_link`.
        actions: Components at the end of the header. Signed-in users get the buttons for writing,
            notifications and the account; guests get "Sign in".
        navigation: `nav_link` and `nav_group` components beside the content.
        bottom_links: At most five `bottom_link` components in the bottom bar, which phones show.
        sidebar: `sidebar_section` components beside the content. If it is None, the content has
            the full width.
        overlays: Dialogs and toasts.
    """

    brand: rx.Component
    search: rx.Component
    actions: Sequence[rx.Component]
    navigation: Sequence[rx.Component]
    bottom_links: Sequence[rx.Component]
    sidebar: Sequence[rx.Component] | None = None
    overlays: Sequence[rx.Component] = ()


def page_layout(*main: rx.Component, slots: LayoutSlots) -> rx.Component:
    columns = [_navigation(slots), _main(*main)]
    if slots.sidebar is not None:
        columns.append(_sidebar(slots.sidebar))
    return rx.el.div(
        _header(slots),
        rx.el.div(*columns, class_name=styles.BODY_WIDE if slots.sidebar is None else styles.BODY),
        _bottom_bar(slots),
        *slots.overlays,
        class_name=styles.PAGE,
    )


def page_heading(title: Text, intro: Text = "", *actions: rx.Component) -> rx.Component:
    text = rx.el.div(
        rx.el.h1(title, class_name=styles.PAGE_TITLE),
        *([rx.el.p(intro, class_name=styles.PAGE_INTRO)] if has_content(intro) else []),
    )
    return rx.el.header(text, *actions, class_name=styles.PAGE_HEADING)


def search_link(href: Text = "/search") -> rx.Component:
    """Return a link to the search page. It looks like a search field. Phones show only its icon."""
    return rx.el.a(
        icon("search"),
        rx.el.span(_("Search"), class_name=styles.SEARCH_LABEL),
        href=href,
        class_name=styles.SEARCH_LINK,
    )


def nav_link(text: Text, *, href: Text, icon_name: IconName, current: Flag = False) -> rx.Component:
    """Return a navigation link. Tablets show it as an icon with a tooltip."""
    return rx.el.a(
        icon(icon_name, styles.NAV_ICON),
        rx.el.span(text, class_name=styles.NAV_LABEL),
        href=href,
        title=text,
        class_name=styles.NAV_LINK,
        custom_attrs={"aria-current": _aria_current(current), **PREFETCH_ATTRS},
    )


def nav_group(title: Text) -> rx.Component:
    """Return the title above a group of navigation links."""
    return rx.el.div(title, class_name=styles.NAV_GROUP)


def bottom_link(
    text: Text, *, href: Text, icon_name: IconName, current: Flag = False
) -> rx.Component:
    return rx.el.a(
        icon(icon_name, styles.BOTTOM_NAV_ICON),
        text,
        href=href,
        class_name=styles.BOTTOM_NAV_LINK,
        custom_attrs={"aria-current": _aria_current(current)},
    )


def sidebar_section(
    *children: Child, title: Text, more: Text = "", more_href: Text = ""
) -> rx.Component:
    link = rx.el.a(more, href=more_href, class_name=styles.SIDEBAR_MORE)
    return rx.el.section(
        rx.el.h2(title, *([link] if has_content(more) else []), class_name=styles.SIDEBAR_TITLE),
        *children,
    )


def _header(slots: LayoutSlots) -> rx.Component:
    return rx.el.header(
        rx.el.a(_("Skip to content"), href="#main", class_name=styles.SKIP_LINK),
        rx.el.div(
            rx.el.div(slots.brand, class_name=styles.HEADER_BRAND),
            rx.el.div(slots.search, class_name=styles.HEADER_SEARCH),
            rx.el.div(*slots.actions, class_name=styles.HEADER_ACTIONS),
            class_name=styles.HEADER_ROW,
        ),
        class_name=styles.HEADER,
    )


def _navigation(slots: LayoutSlots) -> rx.Component:
    return rx.el.nav(
        rx.el.div(*slots.navigation, class_name=styles.NAV_LIST),
        class_name=styles.NAV,
        custom_attrs={"aria-label": _("Sections")},
    )


def _main(*children: rx.Component) -> rx.Component:
    return rx.el.main(*children, id="main", tab_index=-1, class_name=styles.MAIN)


def _sidebar(sections: Sequence[rx.Component]) -> rx.Component:
    return rx.el.aside(
        rx.el.div(*sections, class_name=styles.SIDEBAR_STACK),
        class_name=styles.SIDEBAR,
        custom_attrs={"aria-label": _("Sidebar")},
    )


def _bottom_bar(slots: LayoutSlots) -> rx.Component:
    return rx.el.nav(
        rx.el.div(*slots.bottom_links, class_name=styles.BOTTOM_NAV_LIST),
        class_name=styles.BOTTOM_NAV,
        custom_attrs={"aria-label": _("Main navigation")},
    )


def _aria_current(current: Flag) -> str | rx.Var[str]:
    if isinstance(current, rx.Var):
        return rx.cond(current, "page", "false")
    return "page" if current else "false"
