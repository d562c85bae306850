"""The page with the queue of emails."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.refresh import refresh
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.layout import admin_page
from community.admin.mail.connection_check import mail_check_dialog
from community.admin.mail.sheet import mail_sheet
from community.admin.mail.state import MailsState
from community.components import ui
from community.i18n import gettext as _, ngettext_noop, noop

REFRESH_SECONDS = 10

ACTIONS: Final = (
    ActionButton(
        "retry",
        noop("Try again"),
        noop("Send the email again?"),
        ngettext_noop("Send {n} email again?", "Send {n} emails again?"),
        noop("Emails that are sent or being sent stay unchanged."),
        "refresh",
        reason="none",
    ),
    ActionButton(
        "drop",
        noop("Delete"),
        noop("Delete the email?"),
        ngettext_noop("Delete {n} email?", "Delete {n} emails?"),
        noop("They are not sent. Emails that are sent already stay unchanged."),
        "trash",
        "danger",
        reason="none",
    ),
)


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
            bulk_actions=bulk_buttons(state, ACTIONS),
        ),
        actions=(
            ui.button(
                _("Send a test email"), icon_name="send", size="sm", on_click=state.open_test
            ),
        ),
        dialogs=(mail_sheet(), mail_check_dialog(), *action_dialogs(state, ACTIONS)),
    )
