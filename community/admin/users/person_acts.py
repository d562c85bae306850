"""The buttons with which an administrator acts on the user in the side sheet."""

from typing import Any

import reflex as rx

from community.admin.users.cleanup import cleanup_button
from community.admin.users.person_state import PersonState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node
from community.styles.ui import data_table as styles

_State: Any = PersonState


def person_acts() -> Node:
    """Return the buttons for the acts that the policy allows, and the ban in force."""
    person = _State.person
    return rx.cond(
        person,
        rx.fragment(
            rx.cond(person.banned_at, _ban_in_force(person)),
            rx.cond(person.is_bot, _bot_notice()),
            rx.cond(person.can.edit, _buttons(person)),
        ),
    )


def _ban_in_force(person: Any) -> Node:
    return rx.el.div(
        rx.el.p(
            _State.ban_text,
            class_name=styles.BAN_TITLE,
        ),
        rx.el.p(person.ban_reason, dir="auto", class_name=styles.BAN_REASON),
        class_name=styles.BAN,
    )


def _bot_notice() -> Node:
    return rx.el.p(
        _("The AI assistant writes with this account. The settings of the site switch it off."),
        class_name=styles.SHEET_TEXT,
    )


def _buttons(person: Any) -> Node:
    return rx.el.div(
        _button(_("Edit"), "edit"),
        rx.cond(person.can.manage, _account_buttons(person)),
        class_name=styles.SHEET_ACTIONS,
    )


def _account_buttons(person: Any) -> Node:
    return rx.fragment(
        rx.cond(
            person.banned_at,
            _button(_("Lift ban"), "lift"),
            _button(_("Ban"), "ban", variant="danger"),
        ),
        cleanup_button(person.id),
        rx.cond(person.can.view_as, _button(_("View as"), "view")),
        ui.button(
            rx.cond(person.email_verified_at, _("Unverify email"), _("Verify email")),
            size="sm",
            on_click=_State.set_verified(~person.email_verified_at.to(bool)),
        ),
        _button(_("Sign out everywhere"), "sign_out"),
        _button(_("Reset password"), "reset"),
        rx.cond(person.has_second_factor, _button(_("Switch off two-step sign-in"), "two_step")),
        # Vars of objects have a method with the name `merge`.
        rx.cond(
            person.can["merge"].to(bool),
            rx.fragment(
                _button(_("Merge"), "merge"),
                _button(_("Delete account"), "delete", variant="danger"),
            ),
        ),
    )


def _button(label: str, dialog: str, **props: Any) -> Node:
    return ui.button(label, size="sm", on_click=_State.open_dialog(dialog), **props)
