"""The settings section for notifications.

It contains a switch for each kind of notification that the site sends, and a switch for copies by
email.
"""

from typing import Any

import reflex as rx

from community.components.settings.preferences import switch
from community.components.settings.section import settings_group, settings_section
from community.domain import notifications
from community.domain.notifications import NotificationKind
from community.i18n import gettext as _
from community.i18n import noop
from community.state.pages.settings.notifications import NotificationPreferencesState
from community.state.pages.settings.page import SettingsState
from community.styles import settings as styles

LABELS: dict[NotificationKind, tuple[str, str]] = {
    NotificationKind.COMMENT_REPLY: (noop("Replies"), noop("Someone replies to your comment")),
    NotificationKind.MENTION: (noop("Mentions"), noop("Someone mentions you in a comment")),
    NotificationKind.POST_COMMENT: (
        noop("Comments"),
        noop("Someone comments on your post or in a discussion you follow"),
    ),
    NotificationKind.POST_REACTION: (
        noop("Reactions to your posts"),
        noop("Someone reacts to your post"),
    ),
    NotificationKind.COMMENT_REACTION: (
        noop("Reactions to your comments"),
        noop("Someone reacts to your comment"),
    ),
    NotificationKind.NEW_FOLLOWER: (noop("New followers"), noop("Someone follows you")),
    NotificationKind.NEW_POST: (
        noop("New posts"),
        noop("An author or community you turned on notifications for publishes a post"),
    ),
    NotificationKind.POST_UNPUBLISHED: (
        noop("Removed posts"),
        noop("Your post, or a post whose discussion you follow, is removed"),
    ),
    NotificationKind.PRIVATE_MESSAGE: (
        noop("Messages"),
        noop("Someone sends you a private message"),
    ),
    NotificationKind.SUBSCRIPTION_PAYMENT: (
        noop("Payments"),
        noop("A payment for your subscription succeeds or fails"),
    ),
}


def notifications_section() -> rx.Component:
    kinds = [kind for kind in LABELS if kind in notifications.AVAILABLE_KINDS]
    return settings_section(
        styles.NOTIFICATIONS,
        rx.el.div(*map(_kind_switch, kinds), class_name=styles.SWITCHES),
        _email_group() if notifications.IS_EMAIL_AVAILABLE else None,
    )


def _email_group() -> rx.Component:
    return settings_group(
        _("Email"),
        _("Get the notifications above by email"),
        switch(
            _("Send copies by email"),
            id="email-copies",
            hint=_(
                "To {email}, a minute later, unless you've read the notification by then",
                email=SettingsState.email,
            ),
            is_on=NotificationPreferencesState.is_email_enabled,
            on_toggle=NotificationPreferencesState.set_email_enabled,
        ),
    )


def _kind_switch(kind: NotificationKind) -> rx.Component:
    label, hint = LABELS[kind]
    types: Any = NotificationPreferencesState.types
    return switch(
        _(label),
        id=f"notify-{kind.value}",
        hint=_(hint),
        is_on=types[kind.value],
        on_toggle=NotificationPreferencesState.set_kind_enabled(kind.value),
    )
