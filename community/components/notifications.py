"""The notification menu in the page header, and the list of notifications."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.layout import page_heading
from community.i18n import gettext as _
from community.rendering import Node, el, when
from community.state.layout import LayoutState
from community.state.notifications import NotificationsState
from community.styles import bell as styles
from community.styles.icons import IconName

PANEL_ID = "bell"
KIND_ICONS: dict[str, IconName] = {
    "comment_reply": "reply",
    "mention": "at_sign",
    "post_reaction": "react",
    "comment_reaction": "react",
    "new_post": "write",
    "post_comment": "comment",
    "new_follower": "user_plus",
    "private_message": "mail",
    "post_unpublished": "eye_off",
    "subscription_payment": "wallet",
}


def notifications_heading(*, is_signed_in: Any, mark_all_read: Node = None) -> Node:
    """Return the heading of the page at `/notifications`, for members with buttons."""
    return page_heading(
        _("Notifications"),
        "",
        when(
            is_signed_in,
            lambda: el.div(
                mark_all_read,
                ui.link_button(
                    _("Notification settings"), href=f"{urls.SETTINGS}#notifications", size="sm"
                ),
                class_name="flex flex-wrap gap-2",
            ),
        ),
    )


def notifications_sign_in_prompt(button: Node) -> Node:
    return ui.empty_state(
        _("Sign in to see your notifications"),
        _("Replies, mentions, reactions and new followers show up here."),
        icon_name="bell",
        action=button,
    )


def notification_menu() -> rx.Component:
    """Return the bell button with its menu. Opening the menu marks the notifications as seen."""
    return ui.menu(
        rx.el.button(
            ui.icon("bell", styles.ICON),
            ui.count_badge(LayoutState.unseen_count),
            rx.el.span(
                _unseen_count_text(),
                class_name="sr-only",
                role="status",
                custom_attrs={"aria-live": "polite"},
            ),
            type="button",
            class_name=styles.BUTTON,
            on_click=NotificationsState.open_panel,
            custom_attrs={"aria-label": _("Notifications"), **ui.menu_button_attrs(PANEL_ID)},
        ),
        rx.el.div(
            rx.el.h2(_("Notifications"), class_name=styles.PANEL_TITLE),
            ui.button(
                _("Mark all as read"),
                variant="quiet",
                size="sm",
                on_click=NotificationsState.mark_all_read,
            ),
            class_name=styles.PANEL_HEAD,
        ),
        rx.el.div(notification_list(), class_name=styles.PANEL_LIST),
        rx.el.div(
            ui.link_button(
                _("See all"),
                href=urls.NOTIFICATIONS,
                variant="quiet",
                size="sm",
                class_name="w-full",
            ),
            class_name=styles.PANEL_FOOT,
        ),
        id=PANEL_ID,
        label=_("Notifications"),
        class_name=styles.PANEL,
    )


def notification_list() -> rx.Component:
    return rx.cond(
        NotificationsState.items.length() > 0,  # type: ignore[attr-defined]
        rx.el.div(rx.foreach(NotificationsState.items, _notification_row), class_name=styles.LIST),
        rx.cond(
            NotificationsState.is_loaded,
            ui.empty_state(
                _("No notifications yet"),
                _("Replies, mentions and new followers show up here."),
                icon_name="bell",
            ),
            notification_placeholders(),
        ),
    )


def _unseen_count_text() -> rx.Var[str]:
    count = LayoutState.unseen_count
    return rx.cond(count > 0, ui.plural_text("{n} new", "{n} new", count), "")


def _notification_row(notification: Any) -> rx.Component:
    is_unread = ~notification.read_at.bool()
    return rx.el.a(
        rx.el.span(
            rx.cond(
                notification.actors.length() > 0,
                ui.avatar_for(notification.actors[0], "md"),
                ui.icon("bell", styles.ICON),
            ),
            rx.el.span(_notification_kind_icon(notification.kind), class_name=styles.KIND_BADGE),
            class_name=styles.AVATAR,
        ),
        rx.el.span(
            rx.el.span(_notification_text(notification), class_name=styles.MESSAGE),
            rx.cond(
                notification.kind != "new_follower",
                rx.el.span(notification.target.title, class_name=styles.QUOTE),
            ),
            rx.el.span(ui.relative_time(notification.bumped_at), class_name=styles.TIME),
            class_name=styles.BODY,
        ),
        rx.cond(
            is_unread,
            rx.el.span(rx.el.span(_("unread"), class_name="sr-only"), class_name=styles.UNREAD_DOT),
        ),
        key=notification.id,
        href=notification.target.url,
        class_name=rx.cond(is_unread, styles.ROW_UNREAD, styles.ROW),
        on_click=NotificationsState.mark_read(notification.id),
        custom_attrs={"data-close-popover": ""},
    )


def _notification_text(notification: Any) -> rx.Component:
    """Return the text of a notification.

    If the text starts with the name of the user who caused the notification, the name is
    emphasized.
    """
    name = notification.actors[0].name.to(str)
    emphasized = rx.fragment(
        rx.el.span(name, class_name=styles.ACTOR), notification.text.to(str)[name.length() :]
    )
    starts_with_name = (notification.actors.length() > 0) & notification.text.to(str).startswith(
        name
    )
    return rx.cond(starts_with_name, emphasized, notification.text)


def _notification_kind_icon(kind: Any) -> rx.Component:
    icons = [(name, ui.icon(icon, styles.KIND_ICON)) for name, icon in KIND_ICONS.items()]
    return rx.match(kind, *icons, ui.icon("bell", styles.KIND_ICON))


def notification_placeholders() -> Node:
    """Return the list that is shown while the notifications are loading."""
    row = el.div(
        ui.skeleton("size-10 rounded-full"),
        el.div(ui.skeleton("h-4 w-3/4"), ui.skeleton("mt-2 h-3 w-1/2"), class_name=styles.BODY),
        class_name=styles.ROW,
    )
    return el.div([row] * 3, class_name=styles.LIST)
