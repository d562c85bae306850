"""The layout that all pages share: header, navigation, content, sidebar and bottom bar.

It reads no State. Live pages get it from `page.py`, and server-rendered pages from
`ssr/http/layout.py`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.layout.footer import footer_links
from community.i18n import active_language, gettext as _
from community.rendering import Node, choose, el, group, present, when
from community.styles import assets, brand, layout as styles
from community.styles.ui.icons import IconName
from community.styles.ui.navigation import BOTTOM_NAV_ITEMS, MAIN_NAV_ITEMS, NavItem


def logo(class_name: str = styles.BRAND_MARK) -> Node:
    return el.svg(
        el.path(d=brand.MARK_PATH, fill="currentColor"),
        class_name=class_name,
        view_box=brand.MARK_VIEW_BOX,
        aria_hidden="true",
    )


def brand_link(site: Any, href: str = urls.HOME) -> Node:
    """Return a link to the home page: the uploaded logo, or the default mark and the name."""
    return el.a(
        when(
            site.logo,
            lambda: el.img(src=site.logo, alt=site.name, class_name=styles.BRAND_LOGO),
            lambda: group(logo(), el.span(site.name, class_name=styles.BRAND_NAME)),
        ),
        href=href,
        class_name=styles.BRAND,
    )


@dataclass(frozen=True, kw_only=True)
class LayoutSlots:
    """The nodes that the layout shows in each of its parts."""

    brand: Node
    search: Node = None  # the search field (`components/search/field.py`)
    # Nodes at the end of the header. Signed-in users get the buttons for writing, notifications and
    # the account; guests get "Write", "Sign in" and "Join".
    actions: Sequence[Node]
    navigation: Sequence[Node]  # `nav_link` and `nav_group` nodes beside the content
    # At most five `bottom_link` nodes in the bottom bar, which phones show
    bottom_links: Sequence[Node]
    # `sidebar_section` nodes beside the content. If it is None, the content has the full width.
    sidebar: Sequence[Node] | None = None
    footer: Node = None  # the links at the end of the sidebar and of pages without a sidebar
    announcement: Node = None  # the line above the header
    overlays: Sequence[Node] = ()  # dialogs, toasts and the cookie banner
    notice: Node = None  # a bar above the header, for example because the viewer is banned
    # `guest` or `member` on server-rendered pages. Their content is cached and contains elements
    # for guests and for members. CSS hides those that are not meant for the viewer
    # (`styles/comment.py`).
    viewer: str | None = None


def page_layout(*main: Node, slots: LayoutSlots) -> Node:
    is_wide = slots.sidebar is None
    return el.div(
        el.a(_("Skip to content"), href="#main", class_name=styles.SKIP_LINK),
        slots.announcement,
        slots.notice,
        _header(slots),
        el.div(
            el.nav(
                el.div(*slots.navigation, class_name=styles.NAV_LIST),
                class_name=styles.NAV,
                aria_label=_("Sections"),
            ),
            el.div(
                el.main(*main, id="main", tab_index=-1, class_name=styles.MAIN),
                _page_footer(slots.footer, is_wide=is_wide),
                class_name=styles.COLUMN,
            ),
            None if slots.sidebar is None else _sidebar([*slots.sidebar, slots.footer]),
            class_name=styles.BODY_WIDE if is_wide else styles.BODY,
        ),
        el.nav(
            el.div(*slots.bottom_links, class_name=styles.BOTTOM_NAV_LIST),
            class_name=styles.BOTTOM_NAV,
            data_bottom_bar=True,
            aria_label=_("Main navigation"),
        ),
        *slots.overlays,
        class_name=styles.PAGE,
        data_viewer=slots.viewer,
    )


def site_slots(
    *,
    site: Any,
    active_href: Any,
    is_signed_in: Any,
    guest_buttons: Sequence[Node],
    member_buttons: Sequence[Node],
    unread_badge: Node = None,
    **slots: Any,
) -> LayoutSlots:
    return LayoutSlots(
        brand=brand_link(site),
        footer=footer_links(site),
        actions=[
            when(
                is_signed_in,
                lambda: group(_member_write_button(active_href), *member_buttons),
                lambda: group(_guest_write_button(active_href), *guest_buttons),
            )
        ],
        navigation=[_main_nav_link(item, active_href, is_signed_in) for item in MAIN_NAV_ITEMS],
        bottom_links=[
            _bottom_nav_link(item, active_href, is_signed_in, unread_badge)
            for item in BOTTOM_NAV_ITEMS
        ],
        **slots,
    )


def nav_link(text: str, *, href: str, icon_name: IconName, current: Any = False) -> Node:
    """Return a navigation link. Tablets show it as an icon with a tooltip."""
    return el.a(
        ui.icon(icon_name, styles.NAV_ICON),
        el.span(text, class_name=styles.NAV_LABEL),
        href=href,
        title=text,
        class_name=styles.NAV_LINK,
        aria_current=choose(current, "page", "false"),
        custom_attrs=ui.PREFETCH_ATTRS,
    )


def nav_group(title: str) -> Node:
    return el.div(title, class_name=styles.NAV_GROUP)


def bottom_link(
    text: str, *, href: str, icon_name: IconName, current: Any = False, badge: Node = None
) -> Node:
    return el.a(
        ui.icon(icon_name, styles.BOTTOM_NAV_ICON),
        None if badge is None else el.span(badge, class_name=styles.BOTTOM_NAV_BADGE),
        text,
        href=href,
        class_name=styles.BOTTOM_NAV_LINK,
        aria_current=choose(current, "page", "false"),
    )


def sidebar_section(*children: Node, title: str, more: str = "", more_href: str = "") -> Node:
    return el.section(
        el.h2(
            title,
            present(more, lambda text: el.a(text, href=more_href, class_name=styles.SIDEBAR_MORE)),
            class_name=styles.SIDEBAR_TITLE,
        ),
        *children,
    )


def _header(slots: LayoutSlots) -> Node:
    return el.header(
        el.div(
            el.div(slots.brand, class_name=styles.HEADER_BRAND),
            el.div(slots.search, class_name=styles.HEADER_SEARCH),
            el.div(*slots.actions, class_name=styles.HEADER_ACTIONS),
            class_name=styles.HEADER_ROW,
        ),
        class_name=styles.HEADER,
        data_page_header=True,
    )


def _sidebar(sections: Sequence[Node]) -> Node:
    return el.aside(
        el.div(*sections, class_name=styles.SIDEBAR_STACK),
        class_name=styles.SIDEBAR,
        aria_label=_("Sidebar"),
    )


def _page_footer(footer: Node, *, is_wide: bool) -> Node:
    if footer is None:
        return None
    class_name = styles.PAGE_FOOTER_WIDE if is_wide else styles.PAGE_FOOTER
    return el.footer(footer, class_name=class_name)


def _member_write_button(active_href: Any) -> Node:
    # The page for writing shows "Publish" in place of the "Write" button.
    return when(
        active_href != urls.WRITE,
        lambda: ui.link_button(
            _("Write"),
            href=urls.WRITE,
            icon_name="write",
            variant="primary",
            size="sm",
            class_name=styles.MEMBER_WRITE_BUTTON,
        ),
    )


def _guest_write_button(active_href: Any) -> Node:
    return when(
        active_href != urls.WRITE,
        lambda: ui.link_button(
            el.span(_("Write"), class_name=styles.GUEST_WRITE_LABEL),
            href=urls.sign_in(urls.WRITE),
            icon_name="write",
            variant="quiet",
            size="sm",
            rel="nofollow",
        ),
    )


def _main_nav_link(item: NavItem, active_href: Any, is_signed_in: Any) -> Node:
    link = nav_link(
        _(item.name), href=item.href, icon_name=item.icon, current=item.href == active_href
    )
    return when(is_signed_in, lambda: link) if item.is_members_only else link


def _bottom_nav_link(item: NavItem, active_href: Any, is_signed_in: Any, badge: Node) -> Node:
    link = bottom_link(
        _(item.name),
        href=item.href,
        icon_name=item.icon,
        current=item.href == active_href,
        badge=badge if item.href == urls.CHATS else None,
    )
    if item.is_guests_only:
        return when(is_signed_in, lambda: None, lambda: link)
    return when(is_signed_in, lambda: link) if item.is_members_only else link


def head_elements() -> list[rx.Component]:
    return [
        *(
            rx.el.link(
                rel="preload",
                href=font,
                custom_attrs={"as": "font", "type": "font/woff2", "crossOrigin": "anonymous"},
            )
            for font in assets.list_preloaded_fonts(active_language())
        ),
        rx.el.link(rel="icon", href=assets.FAVICON, type="image/svg+xml"),
        rx.el.link(rel="apple-touch-icon", href=assets.TOUCH_ICON),
        rx.el.script(src=assets.POLYFILLS_SCRIPT, custom_attrs={"defer": True}),
        rx.el.script(
            src=assets.AJAX_FORMS_SCRIPT,
            custom_attrs={
                "defer": True,
                "data-network-error": _(
                    "Couldn't reach the site. Check your connection and try again."
                ),
            },
        ),
    ]
