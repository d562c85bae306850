"""The dialog that asks users to confirm their identity before a sensitive action."""

from typing import Any

import reflex as rx

from community.components import ui
from community.domain.identity import PASSWORD_MAX_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, choose, react_component
from community.state.pages.confirmation import ConfirmationState
from community.styles.ui import button, form, overlay

DIALOG_ID = "identity-confirmation"
_State: Any = ConfirmationState
_PasskeyConfirmation = react_component(
    "passkey_confirmation.js", "PasskeyConfirmation", on_confirmed=None
)


def confirmation_dialog() -> rx.Component:
    needs_mail = (_State.method == "mail") & ~_State.is_code_sent
    return ui.dialog(
        rx.cond(
            _State.method == "passkey",
            _passkey_step(),
            rx.cond(needs_mail, _mail_step(), _form()),
        ),
        id=DIALOG_ID,
        title=_("Confirm that it's you"),
        text=_("This is a sensitive action. You won't be asked again for 15 minutes."),
        size="sm",
        open=_State.is_open,
        on_close=_State.close,
    )


def _form() -> Node:
    return rx.el.form(
        ui.form_alert(_State.error),
        rx.cond(_State.method == "password", _password_field(), _code_field()),
        *_switches(),
        _actions(ui.button(_("Continue"), type="submit", variant="primary")),
        key=choose(_State.is_open, "open", "closed"),
        on_submit=_State.confirm,
        class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
    )


def _mail_step() -> Node:
    return rx.el.div(
        ui.form_alert(_State.error),
        rx.el.p(_("We'll send a code to the email of your account."), class_name=form.HINT),
        _actions(
            ui.button(_("Send code"), variant="primary", on_click=_State.send_code),
        ),
        class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
    )


def _passkey_step() -> Node:
    return rx.el.div(
        *_switches(),
        _actions(
            _PasskeyConfirmation(
                class_names={
                    "error": f"{form.ALERT} {overlay.ALERT_ABOVE_ACTIONS}",
                    "button": button.class_names("primary"),
                },
                on_confirmed=_State.finish,
            )
        ),
        class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
    )


def _actions(submit: Node) -> Node:
    return rx.el.div(
        ui.button(_("Cancel"), custom_attrs=ui.command_attrs(DIALOG_ID, "close")),
        submit,
        class_name=overlay.DIALOG_ACTIONS,
    )


def _password_field() -> Node:
    return _labelled(
        _("Password"),
        rx.el.input(
            type="password",
            name="password",
            required=True,
            auto_complete="current-password",
            max_length=PASSWORD_MAX_LENGTH,
            class_name=form.INPUT,
            custom_attrs={"data-autofocus": True},
        ),
    )


def _code_field() -> Node:
    label = choose(_State.method == "mail", _("Code from the email"), _("Code from your app"))
    return _labelled(
        label,
        rx.el.input(
            type="text",
            name="code",
            required=True,
            auto_complete="one-time-code",
            input_mode="numeric",
            class_name=form.INPUT,
            custom_attrs={"data-autofocus": True},
        ),
    )


def _switches() -> list[Node]:
    """Return links to the other ways in which the user can confirm their identity."""
    labels = {
        "password": _("Use your password"),
        "code": _("Use a code from your app"),
        "passkey": _("Use a passkey"),
    }
    return [
        rx.cond(_State.methods.contains(method) & (_State.method != method), _switch(label, method))
        for method, label in labels.items()
    ]


def _switch(label: str, method: str) -> Node:
    return rx.el.button(
        label, type="button", class_name=f"{button.LINK} self-start", on_click=_State.choose(method)
    )


def _labelled(label: Any, control: Node) -> Node:
    return rx.el.label(rx.el.span(label, class_name=form.LABEL), control, class_name=form.FIELD)
