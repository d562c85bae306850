"""The dialog that sends a test email and shows the result."""

from typing import Any

import reflex as rx

from community.admin.blocks.mail_test_result import test_result
from community.admin.mail.state import MailsState
from community.components import ui
from community.gateways.mail import MAX_ADDRESS_LENGTH
from community.i18n import gettext as _
from community.rendering import el
from community.styles.ui import form, overlay


def test_mail_dialog() -> rx.Component:
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
            test_result(state.test_mail, on_refresh=state.check_test),
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
