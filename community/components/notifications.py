"""The notification menu in the page header, and the list of notifications."""

from typing import Any

import reflex as rx

from community import urls
from community.components import ui
from community.components.lists import AppendedNotifications, use_appended_list
from community.components.page_heading import page_heading
from community.domain.notifications.schemas import NotificationView
from community.i18n import gettext as _
from community.reflex_adapter.build_plugins.pushes import PUSHES_LIBRARY
from community.reflex_adapter.vars import hook_var
from community.rendering import (
    Node,
    choose,
    el,
    group,
    length,
    present,
    relative_time,
    switch,
    when,
)
from community.state.pages.notifications import NotificationsState
from community.styles import layout as styles
from community.styles.ui.icons import IconName

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
    "subscription_gift": "gift",
    "plan_extended": "clock",
    "plan_granted": "gift",
}


def notifications_heading(*, is_signed_in: Any, mark_all_read: Node = None) -> Node:
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


def notification_menu() -> rx.Component:
    """Return the bell button with its menu. Opening the menu marks the notifications as seen."""
    return ui.menu(
        _bell_button(),
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


def _bell_button() -> Node:
    unseen_count = hook_var("unseenCount", "useUnseenCount", PUSHES_LIBRARY, int)
    text = rx.cond(unseen_count > 0, ui.plural_text("{n} new", "{n} new", unseen_count), "")
    return el.button(
        ui.icon("bell", styles.BELL_ICON),
        ui.count_badge(unseen_count),
        el.span(text, class_name="sr-only", role="status", aria_live="polite"),
        type="button",
        class_name=styles.BUTTON,
        on_click=NotificationsState.open_panel,
        aria_label=_("Notifications"),
        **ui.menu_button_attrs(PANEL_ID),
    )


def use_notifications() -> Any:
    """Return a Reflex Var that contains the loaded notifications (`AppendedNotifications`)."""
    return use_appended_list("notifications", NotificationsState.loaded_page, AppendedNotifications)


def notification_list() -> rx.Component:
    notifications = use_notifications()
    return rx.cond(
        notifications.rows.length() > 0,
        rx.el.div(rx.foreach(notifications.rows, _live_row), class_name=styles.LIST),
        rx.cond(
            notifications.is_ready,
            ui.empty_state(
                _("No notifications yet"),
                _("Replies, mentions and new followers show up here."),
                icon_name="bell",
            ),
            notification_placeholders(),
        ),
    )


def notification_row(notification: NotificationView, **props: Any) -> Node:
    return el.a(
        el.span(
            when(
                length(notification.actors) > 0,
                lambda: group(
                    ui.avatar_for(notification.actors[0], "md"),
                    el.span(_badge(notification), class_name=styles.KIND_BADGE),
                ),
                # A notification without a person shows its kind where others show a face.
                lambda: el.span(
                    _kind_icon(notification.kind, styles.BELL_ICON), class_name=styles.NO_ACTOR
                ),
            ),
            class_name=styles.AVATAR,
        ),
        el.span(
            el.span(_text(notification), class_name=styles.MESSAGE),
            present(
                notification.quote,
                lambda quote: el.span(el.bdi(quote), class_name=styles.QUOTE),
            ),
            el.span(
                relative_time(notification.bumped_at),
                _target_title(notification),
                class_name=styles.NOTE,
            ),
            class_name=styles.BELL_ROW_TEXT,
        ),
        when(
            notification.read_at,
            lambda: None,
            lambda: el.span(
                el.span(_("unread"), class_name="sr-only"), class_name=styles.UNREAD_DOT
            ),
        ),
        href=notification.target.url,
        class_name=choose(notification.read_at, styles.BELL_ROW, styles.ROW_UNREAD),
        data_close_popover="",
        **props,
    )


def _target_title(notification: NotificationView) -> Node:
    """Return the title of the target, unless the text of the notification names it."""
    return when(
        (notification.kind != "new_follower")
        & (notification.kind != "private_message")
        & (notification.target.title != ""),
        lambda: el.span(el.bdi(notification.target.title), class_name=styles.TARGET_TITLE),
    )


def _live_row(notification: Any) -> Node:
    return notification_row(
        notification,
        key=notification.id,
        on_click=NotificationsState.mark_read(notification.id),
    )


def _text(notification: NotificationView) -> Node:
    text = notification.text

    def emphasize_name() -> Node:
        name = notification.actors[0].name
        return when(
            text.startswith(name),
            lambda: group(el.span(name, class_name=styles.ACTOR), text[length(name) :]),
            lambda: text,
        )

    return when(length(notification.actors) > 0, emphasize_name, lambda: text)


def _badge(notification: NotificationView) -> Node:
    return when(
        notification.reaction,
        lambda: _reaction_emoji(notification),
        lambda: _kind_icon(notification.kind, styles.KIND_ICON),
    )


def _reaction_emoji(notification: NotificationView) -> Node:
    assert notification.reaction is not None
    reaction = notification.reaction
    return ui.reaction_icon(reaction, styles.KIND_EMOJI, alt=reaction.name)


def _kind_icon(kind: str, class_name: str) -> Node:
    icons = {name: ui.icon(icon, class_name) for name, icon in KIND_ICONS.items()}
    return switch(kind, icons, ui.icon("bell", class_name))


def notification_placeholders() -> Node:
    row = el.div(
        ui.skeleton("size-10 rounded-full"),
        el.div(
            ui.skeleton("h-4 w-3/4"), ui.skeleton("mt-2 h-3 w-1/2"), class_name=styles.BELL_ROW_TEXT
        ),
        class_name=styles.BELL_ROW,
    )
    return el.div([row] * 3, class_name=styles.LIST)
