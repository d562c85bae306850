"""The dialog that sends a test email, and what has become of the email."""

from typing import Any

import reflex as rx

from community.admin.blocks.refresh import refresh
from community.admin.mail.state import MailsState
from community.components import ui
from community.gateways.mail import MAX_ADDRESS_LENGTH
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.ui import form, overlay

_CHECK_SECONDS = 1


def mail_check_dialog() -> rx.Component:
    state: Any = MailsState
    return ui.dialog(
        rx.el.form(
            ui.field(
                _("Recipient"),
                ui.text_input(
                    name="recipient",
                    type="email",
                    required=True,
                    max_length=MAX_ADDRESS_LENGTH,
                    error=state.test_error,
                ),
                name="recipient",
                error=state.test_error,
            ),
            mail_check_result(state.test_mail, on_refresh=state.check_test),
            el.div(
                ui.button(_("Cancel"), custom_attrs=ui.command_attrs("test-mail", "close")),
                ui.button(_("Send"), type="submit", variant="primary"),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            on_submit=state.send_test,
            class_name=f"{form.STACK} {overlay.DIALOG_BODY}",
        ),
        id="test-mail",
        title=_("Send a test email"),
        text=_("The result appears here as soon as the mail server answers."),
        size="sm",
        open=state.is_test_open,
        on_close=state.close_test,
    )


def mail_check_result(mail: Any, *, on_refresh: Any) -> Node:
    """Return the result of the test email `mail`, a Var, or nothing if it is None."""
    sent = rx.cond(
        mail.transport == "file",
        _("No mail server is configured. The email is saved as a file on the server."),
        _("Sent. The mail server has accepted the email."),
    )
    return rx.cond(
        mail,
        el.div(
            rx.match(
                mail.state,
                ("sent", el.p(sent, class_name=form.HINT)),
                ("failed", el.p(mail.last_error, class_name=form.ALERT)),
                rx.fragment(
                    el.p(_("Sending…"), class_name=form.HINT),
                    refresh(seconds=_CHECK_SECONDS, on_refresh=on_refresh),
                ),
            ),
            role="status",
        ),
        rx.fragment(),
    )
