"""The page with the queue of emails."""

from typing import Any

import reflex as rx

from community.admin.blocks.refresh import refresh
from community.admin.blocks.table import data_table
from community.admin.layout import admin_page
from community.admin.mail.sheet import mail_sheet
from community.admin.mail.state import MailsState
from community.admin.mail.test_dialog import test_mail_dialog
from community.admin.record_page import retry_buttons
from community.components import ui
from community.i18n import gettext as _

REFRESH_SECONDS = 10


def mail_page() -> rx.Component:
    state: Any = MailsState
    return admin_page(
        "mail",
        refresh(seconds=REFRESH_SECONDS, on_refresh=state.refresh_if_idle),
        data_table(
            MailsState,
            caption=_("Emails"),
            search_label=_("Search by recipient"),
            empty_title=_("No emails yet"),
            empty_text=_("Every email that the site sends appears here for 30 days."),
            empty_icon="mail",
            bulk_actions=retry_buttons(state),
        ),
        actions=(
            ui.button(
                _("Send a test email"), icon_name="send", size="sm", on_click=state.open_test
            ),
        ),
        dialogs=(mail_sheet(), test_mail_dialog()),
    )
