"""The settings sections for the online status and the default feed."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Final

import reflex as rx

from community.components import ui
from community.components.settings.section import settings_group, settings_section
from community.domain import chat, notifications, people
from community.i18n import gettext as _, noop, pgettext
from community.rendering import Node, el, react_component
from community.state.pages.settings import preferences
from community.state.pages.settings.page import SettingsState
from community.state.runtime.toasts import ToastsState
from community.styles import settings as styles
from community.styles.ui import form

_OptionInput = react_component("settings/option_input.js", "OptionInput", on_toggle=bool)

_State: Any = preferences.MessageSettingsState

_EMAIL_PROBLEMS: Final[Mapping[notifications.EmailProblem, str]] = {
    "no_mail_server": noop("This site can't send notifications by email yet."),
    "unverified": noop("You get no copies until you confirm your email."),
    "undeliverable": noop(
        "You get no copies because our emails to your address come back. Check the address above, "
        "or confirm it again."
    ),
}


def switch(label: str, *, id: str, hint: Any = "", is_on: Any, on_toggle: Any) -> Node:
    """Return a switch that shows a change before the server confirms it.

    If the server responds with an error, the switch returns to `is_on`.
    """
    props = _input_props(is_on=is_on, on_toggle=on_toggle)
    return ui.switch(label, hint=hint, id=id, **props)


def online_status_section() -> Node:
    return settings_section(
        styles.ONLINE,
        switch(
            _("Show when I'm online"),
            id="online-status",
            hint=_("Show a green dot on your picture while you're on the site"),
            is_on=preferences.PreferencesState.is_online_visible,
            on_toggle=preferences.PreferencesState.set_online_visible,
        ),
    )


def default_feed_section() -> Node:
    return settings_section(
        styles.FEED,
        el.fieldset(
            el.legend(_(styles.FEED.name), class_name="sr-only"),
            _feed_option(
                people.Feed.PERSONAL,
                _("Personal"),
                _("New posts from the people and communities you follow"),
            ),
            _feed_option(
                people.Feed.POPULAR, _("Popular"), _("What people are reading and discussing now")
            ),
            _feed_option(people.Feed.NEW, _("New"), _("All posts, newest first")),
            class_name=form.STACK,
        ),
    )


def option(label: Node, *, id: str, name: str, hint: Any = "", is_on: Any, on_toggle: Any) -> Node:
    """Return a radio button that shows a change before the server confirms it. See `switch`."""
    props = _input_props(is_on=is_on, on_toggle=on_toggle)
    return ui.radio(label, hint=hint, id=id, name=name, **props)


def _feed_option(feed: people.Feed, label: str, hint: str) -> Node:
    return option(
        label,
        id=f"feed-{feed.value}",
        name="default-feed",
        hint=hint,
        is_on=preferences.PreferencesState.default_feed == feed.value,
        on_toggle=preferences.PreferencesState.set_default_feed(feed.value),
    )


def _input_props(**props: Any) -> dict[str, Any]:
    return {"create_input": partial(_OptionInput, reset_key=ToastsState.rejection_count, **props)}


def messages_section() -> Node:
    return settings_section(
        styles.MESSAGES,
        el.fieldset(
            el.legend(_("Who can write to you first"), class_name=form.GROUP_TITLE),
            _option(
                chat.WhoMayWrite.ALL_USERS,
                # Translators: everyone can write private messages to the user.
                pgettext("messages", "Everyone"),
                _("People you don't know send you a request first, which you can decline"),
            ),
            _option(chat.WhoMayWrite.FOLLOWING, _("People you follow"), ""),
            _option(chat.WhoMayWrite.NO_USER, pgettext("messages", "No one"), ""),
            class_name=f"{form.STACK} mb-3",
        ),
        switch(
            _("Read marks"),
            id="read-marks",
            hint=_(
                "Others see which messages you've read. If you turn it off, you don't see what "
                "others have read either."
            ),
            is_on=_State.preferences.read_marks,
            on_toggle=_State.set_read_marks,
        ),
    )


def _option(who: chat.WhoMayWrite, label: str, hint: str) -> Node:
    return option(
        label,
        id=f"messages-{who.value}",
        name="who-may-write",
        hint=hint,
        is_on=_State.preferences.who == who.value,
        on_toggle=_State.set_who(who.value),
    )


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
            is_on=preferences.NotificationPreferencesState.is_email_enabled,
            on_toggle=preferences.NotificationPreferencesState.set_email_enabled,
        ),
        rx.match(
            preferences.NotificationPreferencesState.email_problem,
            *((code, _problem(_(text))) for code, text in _EMAIL_PROBLEMS.items()),
            rx.fragment(),
        ),
    )


def _problem(text: str) -> rx.Component:
    return rx.el.p(text, class_name=styles.GROUP_TEXT, role="status")


def _kind_switch(kind: notifications.NotificationKind) -> rx.Component:
    label, hint = notifications.LABELS[kind]
    types: Any = preferences.NotificationPreferencesState.types
    return switch(
        _(label),
        id=f"notify-{kind.value}",
        hint=_(hint),
        is_on=types[kind.value],
        on_toggle=preferences.NotificationPreferencesState.set_kind_enabled(kind.value),
    )
