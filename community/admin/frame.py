"""The layout of the Admin Panel: header, sidebar with the sections, and content.

It reads no State. `layout.py` fills it with the State, and `server_pages.py` on the server.
"""

import operator
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from community import urls
from community.admin.navigation import GROUPS, NAV_ITEMS, NavItem, get_nav_item
from community.components import ui
from community.components.layout.frame import brand_link
from community.i18n import gettext as _
from community.rendering import Node, el, when
from community.styles import settings as settings_styles
from community.styles.admin import frame as styles
from community.styles.layout import SKIP_LINK
from community.styles.ui.icons import IconName

MENU_ID = "admin-menu"
# Whether the viewer may open the section with a code: a bool, or a Var on live pages.
HasSection = Callable[[str], Any]
# How much waits in the section with a code, as text or as a Var, or "" for nothing.
GetWaiting = Callable[[str], Any]


def admin_frame(
    *main: Node,
    section: str,
    site: Any,
    has_section: HasSection,
    get_waiting: GetWaiting = lambda _code: "",
    header_buttons: Sequence[Node],
    overlays: Sequence[Node] = (),
) -> Node:
    def nav_groups() -> list[Node]:
        return _nav_groups(section, has_section, get_waiting)

    return el.div(
        el.a(_("Skip to content"), href="#main", class_name=SKIP_LINK),
        _header(site, nav_groups(), header_buttons),
        el.div(
            el.nav(
                *nav_groups(),
                class_name=styles.NAV,
                aria_label=_("Admin Panel"),
            ),
            el.main(*main, id="main", tab_index=-1, class_name=styles.MAIN),
            class_name=styles.BODY,
        ),
        *overlays,
        class_name=styles.PAGE,
    )


def admin_heading(section: str, *actions: Node) -> Node:
    """Return the breadcrumbs, the title of a section, and buttons beside it."""
    item = get_nav_item(section)
    return el.header(
        el.div(
            _breadcrumbs(item) if item.group else None,
            el.h1(_(item.title), class_name=styles.TITLE),
            class_name=styles.TITLE_COLUMN,
        ),
        el.div(*actions, class_name=styles.HEADING_ACTIONS) if actions else None,
        class_name=styles.HEADING,
    )


def forbidden_message() -> Node:
    return ui.empty_state(
        _("No access"),
        _("You don't have access to this section. Ask a full administrator for it."),
        icon_name="lock",
        action=ui.link_button(_("Go to the dashboard"), href=urls.ADMIN_PANEL),
        is_whole_page=True,
    )


def second_factor_message() -> Node:
    return ui.empty_state(
        _("Set up two-step sign-in"),
        _("Administrators of this site need it to open the Admin Panel."),
        icon_name="shield",
        action=ui.link_button(
            _("Set up"),
            href=f"{urls.SETTINGS}#{settings_styles.TWO_STEP.anchor}",
            variant="primary",
            custom_attrs={"reloadDocument": True},
        ),
        is_whole_page=True,
    )


def _breadcrumbs(item: NavItem) -> Node:
    return el.nav(
        el.ol(
            el.li(el.a(_("Admin Panel"), href=urls.ADMIN_PANEL, class_name=styles.BREADCRUMB_LINK)),
            el.li(_(item.group), class_name=styles.BREADCRUMB),
            class_name=styles.BREADCRUMBS,
        ),
        aria_label=_("Breadcrumbs"),
    )


def _header(site: Any, nav_groups: Sequence[Node], buttons: Sequence[Node]) -> Node:
    return el.header(
        el.div(
            ui.menu(
                ui.icon_button(
                    "menu",
                    _("Sections"),
                    class_name=styles.MENU_BUTTON,
                    has_tooltip=False,
                    **ui.menu_button_attrs(MENU_ID),
                ),
                el.div(*nav_groups, class_name=styles.MENU_GROUPS),
                id=MENU_ID,
                label=_("Sections"),
            ),
            brand_link(site),
            el.div(ui.badge(_("Admin")), class_name=styles.BADGE),
            el.div(
                ui.link_button(
                    _("View site"),
                    href=urls.HOME,
                    icon_name="arrow_up_right",
                    variant="quiet",
                    size="sm",
                    class_name=styles.VIEW_SITE,
                ),
                *buttons,
                class_name=styles.HEADER_ACTIONS,
            ),
            class_name=styles.HEADER_ROW,
        ),
        class_name=styles.HEADER,
    )


def _nav_groups(current: str, has_section: HasSection, get_waiting: GetWaiting) -> list[Node]:
    groups = [[item for item in NAV_ITEMS if item.group == group] for group in GROUPS]
    return [_nav_group(items, current, has_section, get_waiting) for items in groups if items]


def _nav_group(
    items: Sequence[NavItem], current: str, has_section: HasSection, get_waiting: GetWaiting
) -> Node:
    def render() -> Node:
        return el.div(
            el.div(_(items[0].group), class_name=styles.NAV_GROUP) if items[0].group else None,
            *(
                when(
                    has_section(item.code),
                    lambda item=item: _nav_link(item, current, get_waiting(item.code)),  # type: ignore[misc]
                )
                for item in items
            ),
            class_name=styles.NAV_ITEMS,
        )

    is_visible = reduce(operator.or_, (has_section(item.code) for item in items))
    return when(is_visible, render)


def _nav_link(item: NavItem, current: str, waiting: Any) -> Node:
    return el.a(
        ui.icon(item.icon, styles.NAV_ICON),
        _(item.title),
        when(waiting != "", lambda: _waiting_badge(waiting)),
        href=urls.admin_section(item.code),
        class_name=styles.NAV_LINK,
        aria_current="page" if item.code == current else "false",
        data_close_popover="",
        custom_attrs=ui.PREFETCH_ATTRS,
    )


def _waiting_badge(count: Any) -> Node:
    return el.span(
        count,
        el.span(" ", _("Needs attention"), class_name="sr-only"),
        class_name=styles.NAV_COUNT,
    )


def notice(*children: Node, icon_name: IconName = "info") -> Node:
    return el.p(ui.icon(icon_name), el.span(*children), class_name=styles.NOTICE)


def notice_link(label: str, href: str) -> Node:
    return el.a(label, href=href, class_name=styles.NOTICE_LINK)
