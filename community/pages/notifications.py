"""The page at `/notifications`, which lists all notifications of the user."""

import reflex as rx

from community import urls
from community.components import ui
from community.components.layout import page_heading
from community.components.notifications import notification_list
from community.components.page import page
from community.i18n import gettext as _
from community.state.layout import LayoutState
from community.state.notifications import NotificationsState
from community.state.toasts import ToastsState


def notifications_page() -> rx.Component:
    return page(
        page_heading(_("Notifications"), "", rx.cond(LayoutState.is_signed_in, _action_buttons())),
        rx.cond(LayoutState.is_signed_in, _paginated_notification_list(), _sign_in_prompt()),
        is_ready=LayoutState.is_loaded,
        active_href=urls.NOTIFICATIONS,
    )


def _action_buttons() -> rx.Component:
    return rx.el.div(
        rx.cond(
            NotificationsState.items.length() > 0,  # type: ignore[attr-defined]
            ui.button(_("Mark all as read"), size="sm", on_click=NotificationsState.mark_all_read),
        ),
        ui.link_button(
            _("Notification settings"), href=f"{urls.SETTINGS}#notifications", size="sm"
        ),
        class_name="flex flex-wrap gap-2",
    )


def _paginated_notification_list() -> rx.Component:
    return rx.fragment(
        notification_list(),
        rx.cond(
            NotificationsState.next_cursor != "",
            ui.button(
                _("Older"),
                variant="quiet",
                class_name="mt-4 w-full",
                on_click=NotificationsState.load_more,
            ),
        ),
    )


def _sign_in_prompt() -> rx.Component:
    return ui.empty_state(
        _("Sign in to see your notifications"),
        _("Replies, mentions, reactions and new followers show up here."),
        icon_name="bell",
        action=ui.button(_("Sign in"), variant="primary", on_click=ToastsState.open_sign_in_dialog),
    )
