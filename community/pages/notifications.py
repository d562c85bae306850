"""The page at `/notifications`, which lists all notifications of the user."""

import reflex as rx

from community import urls
from community.components import ui
from community.components.auth import sign_in_button
from community.components.notifications import (
    notification_list,
    notifications_heading,
    notifications_sign_in_prompt,
)
from community.components.page import page
from community.i18n import gettext as _
from community.state.layout import LayoutState
from community.state.notifications import NotificationsState


def notifications_page() -> rx.Component:
    mark_all_read = rx.cond(
        NotificationsState.items.length() > 0,  # type: ignore[attr-defined]
        ui.button(_("Mark all as read"), size="sm", on_click=NotificationsState.mark_all_read),
    )
    return page(
        notifications_heading(is_signed_in=LayoutState.is_signed_in, mark_all_read=mark_all_read),
        rx.cond(
            LayoutState.is_signed_in,
            _paginated_notification_list(),
            notifications_sign_in_prompt(sign_in_button()),
        ),
        is_ready=LayoutState.is_loaded,
        active_href=urls.NOTIFICATIONS,
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
