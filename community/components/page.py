"""The page layout, filled with data from the State and rendered in the browser.

`ssr/layout.py` renders the same layout on the server.
"""

from collections.abc import Sequence

import reflex as rx

from community.components import ui
from community.components.account_menu import account_menu
from community.components.auth import sign_in_button, sign_in_dialog
from community.components.layout import page_layout, site_slots
from community.components.notifications import notification_menu
from community.components.offline_banner import offline_banner
from community.rendering import Node
from community.state.layout import LayoutState
from community.state.toasts import ToastsState


class _Hydration(rx.Component):
    """Component that removes the server-rendered page when `is_ready` becomes true.

    After that the page rendered by the browser is visible. The script is `assets/ui/hydration.js`.
    """

    library = "$/public/ui/hydration.js"
    tag = "Hydration"
    is_ready: rx.Var[bool]
    viewer_id: rx.Var[int]


def page(
    *main: Node,
    is_ready: rx.Var[bool],
    active_href: str | rx.Var[str] = "",
    sidebar: Sequence[Node] | None = (),
) -> rx.Component:
    """Return a page with the layout of the site around its content.

    Args:
        main: The content.
        is_ready: Whether the content is loaded. The server-rendered page stays visible until then.
        active_href: The URL of the navigation link that is marked as current.
        sidebar: The sections of the sidebar. If it is None, the content has
            the full width.
    """
    slots = site_slots(
        site_name=LayoutState.site_name,
        active_href=active_href,
        is_signed_in=LayoutState.is_signed_in,
        guest_button=sign_in_button("sm"),
        member_buttons=[notification_menu(), account_menu(LayoutState.viewer, ui.theme_select())],
        sidebar=sidebar,
        overlays=[_toasts(), offline_banner(), sign_in_dialog()],
    )
    return rx.fragment(
        _Hydration.create(is_ready=is_ready, viewer_id=_viewer_id()),
        page_layout(*main, slots=slots),
    )


def _viewer_id() -> rx.Var[int]:
    """Return the ID of the signed-in user, 0 for a guest, or -1 before the State is loaded."""
    return rx.cond(LayoutState.is_loaded, rx.cond(LayoutState.viewer, LayoutState.viewer.id, 0), -1)


def _toasts() -> rx.Component:
    return ui.toasts(ToastsState.toasts, on_dismiss=ToastsState.dismiss, on_action=ToastsState.undo)
