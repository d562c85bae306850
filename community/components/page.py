"""The page layout, filled with data from the State and rendered in the browser.

`ssr/layout.py` renders the same layout on the server.
"""

from collections.abc import Sequence

import reflex as rx

from community import urls
from community.components import ui
from community.components.account_menu import account_menu
from community.components.auth import sign_in_dialog
from community.components.brand import brand_link
from community.components.layout import LayoutSlots, bottom_link, nav_link, page_layout
from community.components.notifications import notification_menu
from community.components.offline_banner import offline_banner
from community.i18n import gettext as _
from community.state.layout import LayoutState
from community.state.toasts import ToastsState
from community.styles.navigation import BOTTOM_NAV_ITEMS, MAIN_NAV_ITEMS, NavItem


class _Hydration(rx.Component):
    """Component that removes the server-rendered page when `is_ready` becomes true.

    After that the page rendered by the browser is visible. The script is `assets/ui/hydration.js`.
    """

    library = "$/public/ui/hydration.js"
    tag = "Hydration"
    is_ready: rx.Var[bool]
    viewer_id: rx.Var[int]


def page(
    *main: rx.Component,
    is_ready: rx.Var[bool],
    active_href: str = "",
    sidebar: Sequence[rx.Component] | None = (),
) -> rx.Component:
    """Return a page with the layout of the site around its content.

    Args:
        main: The content.
        is_ready: Whether the content is loaded. The server-rendered page stays visible until then.
        active_href: The URL of the navigation link that is marked as current.
        sidebar: The sections of the sidebar. If it is None, the content has
            the full width.
    """
    return rx.fragment(
        _Hydration.create(is_ready=is_ready, viewer_id=_viewer_id()),
        page_layout(
            *main,
            slots=LayoutSlots(
                brand=brand_link(LayoutState.site_name),
                search=rx.fragment(),
                actions=[
                    rx.cond(
                        LayoutState.is_signed_in,
                        _member_header_buttons(active_href),
                        _guest_header_buttons(),
                    )
                ],
                navigation=[_nav_link(item, active_href) for item in MAIN_NAV_ITEMS],
                bottom_links=[
                    bottom_link(
                        _(item.name),
                        href=item.href,
                        icon_name=item.icon,
                        current=item.href == active_href,
                    )
                    for item in BOTTOM_NAV_ITEMS
                ],
                sidebar=sidebar,
                overlays=[_toasts(), offline_banner(), sign_in_dialog()],
            ),
        ),
    )


def _viewer_id() -> rx.Var[int]:
    """Return the ID of the signed-in user, 0 for a guest, or -1 before the State is loaded."""
    return rx.cond(LayoutState.is_loaded, rx.cond(LayoutState.viewer, LayoutState.viewer.id, 0), -1)


def _nav_link(item: NavItem, active_href: str) -> rx.Component:
    link = nav_link(
        _(item.name), href=item.href, icon_name=item.icon, current=item.href == active_href
    )
    return rx.cond(LayoutState.is_signed_in, link) if item.is_members_only else link


def _guest_header_buttons() -> rx.Component:
    return ui.button(
        _("Sign in"), variant="primary", size="sm", on_click=ToastsState.open_sign_in_dialog
    )


def _member_header_buttons(active_href: str | rx.Var[str]) -> rx.Component:
    # The page for writing shows "Publish" in place of the "Write" button.
    is_writing = isinstance(active_href, str) and active_href == urls.WRITE
    return rx.fragment(
        rx.fragment()
        if is_writing
        else ui.link_button(
            _("Write"),
            href=urls.WRITE,
            icon_name="write",
            variant="primary",
            size="sm",
            class_name="max-sm:hidden",
        ),
        notification_menu(),
        account_menu(),
    )


def _toasts() -> rx.Component:
    return ui.toasts(ToastsState.toasts, on_dismiss=ToastsState.dismiss, on_action=ToastsState.undo)
