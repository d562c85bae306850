"""The page at `/notifications`, which lists all notifications of the user."""

import reflex as rx

from community import urls
from community.components import notifications, sign_in, ui
from community.components.layout.page import page
from community.i18n import gettext as _
from community.state.pages.layout import LayoutState
from community.state.pages.notifications import NotificationsState


def notifications_page() -> rx.Component:
    mark_all_read = rx.cond(
        notifications.use_notifications().rows.length() > 0,
        ui.button(_("Mark all as read"), size="sm", on_click=NotificationsState.mark_all_read),
    )
    return page(
        notifications.notifications_heading(
            is_signed_in=LayoutState.is_signed_in, mark_all_read=mark_all_read
        ),
        rx.cond(
            LayoutState.is_signed_in,
            _paginated_notification_list(),
            sign_in.sign_in_prompt(urls.NOTIFICATIONS),
        ),
        is_ready=LayoutState.is_loaded,
        active_href=urls.NOTIFICATIONS,
    )


def _paginated_notification_list() -> rx.Component:
    next_cursor = notifications.use_notifications().next_cursor
    return rx.fragment(
        notifications.notification_list(),
        rx.cond(
            next_cursor != "",
            ui.button(
                _("Older"),
                variant="quiet",
                class_name="mt-4 w-full",
                on_click=NotificationsState.load_more(next_cursor),
            ),
        ),
    )
