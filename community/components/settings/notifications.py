"""The settings section for notifications.

It contains a switch for each kind of notification that the site sends, and a switch for copies by
email.
"""

from collections.abc import Mapping
from typing import Any, Final

import reflex as rx

from community.components.settings.preferences import switch
from community.components.settings.section import settings_group, settings_section
from community.domain import notifications
from community.domain.notifications import EmailProblem, NotificationKind
from community.i18n import gettext as _
from community.i18n import noop
from community.state.pages.settings.page import SettingsState
from community.state.pages.settings.preferences import NotificationPreferencesState
from community.styles import settings as styles

_EMAIL_PROBLEMS: Final[Mapping[EmailProblem, str]] = {
    "no_mail_server": noop("This site can't send notifications by email yet."),
    "unverified": noop("You get no copies until you confirm your email."),
    "undeliverable": noop(
        "You get no copies because our emails to your address come back. Check the address above, "
        "or confirm it again."
    ),
}


def notifications_section() -> rx.Component:
    return settings_section(
        styles.NOTIFICATIONS,
        rx.el.div(*map(_kind_switch, notifications.LABELS), class_name=styles.SWITCHES),
        _email_group(),
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
        rx.match(
            NotificationPreferencesState.email_problem,
            *((code, _problem(_(text))) for code, text in _EMAIL_PROBLEMS.items()),
            rx.fragment(),
        ),
    )


def _problem(text: str) -> rx.Component:
    return rx.el.p(text, class_name=styles.GROUP_TEXT, role="status")


def _kind_switch(kind: NotificationKind) -> rx.Component:
    label, hint = notifications.LABELS[kind]
    types: Any = NotificationPreferencesState.types
    return switch(
        _(label),
        id=f"notify-{kind.value}",
        hint=_(hint),
        is_on=types[kind.value],
        on_toggle=NotificationPreferencesState.set_kind_enabled(kind.value),
    )
