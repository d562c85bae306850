"""The page layout, filled with data from the State and rendered in the browser."""

from collections.abc import Sequence

import reflex as rx

from community.components import ui
from community.components.advertisements import advertisement_place
from community.components.chat.unread import live_messages_link, live_unread_badge, outbox_sender
from community.components.layout import notices
from community.components.layout.account_menu import account_menu
from community.components.layout.frame import page_layout, site_slots
from community.components.notifications import notification_menu
from community.components.payments import offer_dialog
from community.components.reporting import advertisement_report_dialog
from community.components.search.field import header_search
from community.components.search.live_field import header_search_field
from community.components.sign_in import header_buttons, quick_sign_in, sign_in_dialog
from community.rendering import Node, present, react_component
from community.state.pages.layout import LayoutState
from community.state.pages.online_status import MAX_WATCHED_USERS, OnlineStatusState
from community.state.runtime.toasts import ToastsState

# Removes the server-rendered page when `is_ready` becomes true. After that the page rendered by the
# browser is visible.
_Hydration = react_component("hydration.js", "Hydration")
_OnlineStatus = react_component("online_status.js", "OnlineStatus", on_watch=list[int])
_SiteAppearance = react_component("site_appearance.js", "SiteAppearance")


def page(
    *main: Node,
    is_ready: rx.Var[bool],
    active_href: str | rx.Var[str] = "",
    sidebar: Sequence[Node] | None = (),
    has_advertisements: bool = False,
) -> rx.Component:
    """Return a page with the layout of the site around its content.

    Args:
        is_ready: Whether the content is loaded. The server-rendered page stays visible until then.
        sidebar: The sections of the sidebar. If it is None, the content has the full width.
        has_advertisements: Whether the page can show an advertisement below the header.
    """
    if has_advertisements:
        place = rx.cond(is_ready, advertisement_place("header"))
        main = (place, *main, advertisement_report_dialog())
    slots = site_slots(
        site=LayoutState.site,
        active_href=active_href,
        is_signed_in=LayoutState.is_signed_in,
        guest_buttons=[_guest_buttons()],
        member_buttons=[member_buttons()],
        search=header_search(header_search_field(), active_href),
        unread_badge=_unread_badge(),
        sidebar=sidebar,
        announcement=present(LayoutState.site.announcement, notices.live_announcement),
        notice=present(LayoutState.notice, notices.account_notice),
        overlays=[overlays()],
    )
    return rx.fragment(hydration(is_ready), page_layout(*main, slots=slots))


def hydration(is_ready: rx.Var[bool]) -> rx.Component:
    """Return the components that remove the server-rendered page when the content is loaded, and
    that apply the look of the site.
    """
    return rx.fragment(
        _Hydration(is_ready=is_ready, viewer_id=_viewer_id()),
        _SiteAppearance(
            is_loaded=LayoutState.is_loaded,
            accent_color=LayoutState.site.accent_color,
            default_theme=LayoutState.site.default_theme,
            icon=LayoutState.site.icon,
        ),
    )


# Memos, because Reflex compiles a memo only once for all pages.
@rx.memo
def overlays() -> rx.Component:
    """Return what every page contains beside its content: toasts, dialogs, banners, online dots."""
    return rx.fragment(
        _toasts(),
        rx.cond(LayoutState.is_signed_in, rx.fragment(_online_status(), outbox_sender())),
        notices.offline_banner(),
        sign_in_dialog(),
        offer_dialog(),
        present(LayoutState.site.consent_banner, notices.live_consent_banner),
        rx.cond(LayoutState.is_loaded & ~LayoutState.is_signed_in, quick_sign_in(LayoutState.site)),
    )


@rx.memo
def member_buttons() -> rx.Component:
    """Return the buttons of the page header that only users see."""
    menu = account_menu(
        LayoutState.viewer,
        ui.theme_select(),
        is_admin=LayoutState.is_admin,
        shows_plans=LayoutState.shows_plans,
    )
    return rx.fragment(live_messages_link(), notification_menu(), menu)


@rx.memo
def _unread_badge() -> rx.Component:
    return rx.fragment(live_unread_badge())


@rx.memo
def _guest_buttons() -> rx.Component:
    return rx.fragment(*header_buttons())


def _online_status() -> rx.Component:
    return _OnlineStatus(max_users=MAX_WATCHED_USERS, on_watch=OnlineStatusState.watch)


def _viewer_id() -> rx.Var[int]:
    """Return the ID of the signed-in user, 0 for a guest, or -1 before the State is loaded."""
    return rx.cond(LayoutState.is_loaded, rx.cond(LayoutState.viewer, LayoutState.viewer.id, 0), -1)


def _toasts() -> rx.Component:
    return ui.toasts(ToastsState.toasts, on_dismiss=ToastsState.dismiss, on_action=ToastsState.undo)
