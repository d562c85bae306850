"""The section with the queue of emails."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.layout import Column, TableLayout, badge_labels
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.blocks.table.values import Badge
from community.admin.layout import admin_page, refresh
from community.components import ui
from community.core.errors import Invalid
from community.domain import mail
from community.domain.mail import MailDetails
from community.domain.tables import PAGE_SIZE
from community.gateways.mail import MAX_ADDRESS_LENGTH
from community.i18n import gettext as _, ngettext_noop, noop
from community.rendering import Node, el
from community.state.runtime import forms
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast
from community.styles.admin import sections as styles
from community.styles.ui import form, overlay

_STATES: Final = {
    "queued": Badge(noop("Queued"), "accent"),
    "sent": Badge(noop("Sent"), "success"),
    "file": Badge(noop("Saved as a file")),
    "failed": Badge(noop("Failed"), "danger"),
}

MAIL_LAYOUT: Final = TableLayout(
    table=mail.MAIL_TABLE,
    columns=(
        Column("recipient", noop("Recipient"), lambda row: row.recipient, width="lg"),
        Column("subject", noop("Subject"), lambda row: row.subject, width="lg"),
        Column("state", noop("Status"), lambda row: _STATES[mail.get_delivery_state(row)], "badge"),
        Column("reason", noop("Reason"), lambda row: row.last_error, width="lg"),
        Column("attempts", noop("Attempts"), lambda row: row.attempts, "number"),
        Column("created", noop("Created"), lambda row: row.created_at, "time", sort="created"),
        Column("sent", noop("Sent"), lambda row: row.sent_at, "time", is_default=False),
        Column("kind", noop("Kind"), lambda row: row.kind, is_default=False),
    ),
    filters={"state": badge_labels(noop("Status"), _STATES)},
)
_CHECK_SECONDS = 1
REFRESH_SECONDS = 10


class TestMailForm(BaseModel):
    recipient: Annotated[str, Field(max_length=MAX_ADDRESS_LENGTH)] = ""


async def _retry(_state: Any, mail_id: int, reason: str) -> bool:  # noqa: ARG001  # as other actions
    await run_action(mail.retry, mail_id=mail_id)
    return True


async def _drop(_state: Any, mail_id: int, reason: str) -> bool:  # noqa: ARG001  # as other actions
    await run_action(mail.drop, mail_id=mail_id)
    return True


class MailsState(RecordActionsState, rx.State):
    """The table of emails, the email in the side sheet, and the test email."""

    layout: ClassVar[TableLayout] = MAIL_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {"retry": _retry, "drop": _drop}

    mail: MailDetails | None = None
    # The test email that this tab has sent last. The page asks for its state until it is sent or
    # has failed.
    test_mail: MailDetails | None = None
    is_test_open: bool = False
    test_error: str = ""

    @rx.event
    @admin("", limit="admin_tables")
    async def refresh_if_idle(self) -> None:
        """Show new emails, unless the viewer has selected rows or loaded more of them."""
        if not self.selected_ids and not self.record_id and len(self._loaded_ids) <= PAGE_SIZE:
            await self._show_first_page()

    @rx.event
    @admin("")
    async def open_test(self) -> None:
        self.is_test_open, self.test_mail, self.test_error = True, None, ""

    @rx.event
    @admin("")
    async def close_test(self) -> None:
        self.is_test_open = False

    def _close_dialogs(self) -> None:
        super()._close_dialogs()
        self.is_test_open = False

    @rx.event
    @admin("", limit="mail")
    async def send_test(self, form: dict[str, Any]) -> None:
        recipient = forms.parse(TestMailForm, form).recipient
        self.test_error, self.test_mail = "", None
        try:
            mail_id = await run_action(mail.send_test_mail, recipient=recipient)
        except Invalid as error:
            self.test_error = error.message
            return
        self.test_mail = await run_query(mail.get_mail, mail_id=mail_id)
        await self._show_first_page()

    @rx.event
    @admin("", limit="admin_tables")
    async def check_test(self) -> None:
        if self.test_mail is not None:
            self.test_mail = await run_query(mail.get_mail, mail_id=self.test_mail.id)

    @rx.event
    @admin("", limit="writes")
    async def retry(self, mail_id: Id) -> None:
        await run_action(mail.retry, mail_id=mail_id)
        await show_toast(self, _("Trying again"))

    @rx.event
    @admin("", limit="writes")
    async def drop(self, mail_id: Id) -> None:
        await run_action(mail.drop, mail_id=mail_id)
        self.record_id = 0
        await show_toast(self, _("Email deleted"))
        await self._show_first_page()

    async def _load_record(self, record_id: int) -> None:
        self.mail = await run_query(mail.get_mail, mail_id=record_id)


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


def mail_sheet() -> rx.Component:
    state: Any = MailsState
    mail = state.mail
    return record_sheet(
        state,
        mail,
        _delivery(mail),
        _buttons(state, mail),
        _preview(mail),
        id="mail-sheet",
        title=mail.subject,
    )


def _delivery(mail: Any) -> Node:
    status = rx.match(
        mail.state,
        (
            "sent",
            rx.cond(
                mail.transport == "file",
                ui.badge(_("Saved as a file")),
                ui.badge(_("Sent"), tone="success"),
            ),
        ),
        ("failed", ui.badge(_("Failed"), tone="danger")),
        ui.badge(_("Queued"), tone="accent"),
    )
    is_sent = (mail.state == "sent") & (mail.transport != "file")
    return sheet_section(
        facts(
            fact(_("Recipient"), mail.recipient),
            fact(_("Status"), status),
            fact(_("Reason"), rx.cond(mail.last_error != "", mail.last_error, "–")),
            fact(_("Attempts"), mail.attempts),
            fact(_("Created"), ui.relative_time(mail.created_at)),
            fact(_("Sent"), rx.cond(is_sent, ui.relative_time(mail.sent_at), _("Not sent"))),
        ),
        title=_("Delivery"),
    )


def _buttons(state: Any, mail: Any) -> Node:
    return rx.cond(
        mail.state == "sent",
        rx.fragment(),
        el.div(
            ui.button(_("Try again"), size="sm", on_click=state.retry(mail.id)),
            ui.button(_("Delete"), size="sm", variant="danger", on_click=state.drop(mail.id)),
            class_name=styles.BUTTONS,
        ),
    )


def _preview(mail: Any) -> Node:
    """Return the text in a frame that runs no scripts, opens no links and sends no forms."""
    frame = el.iframe(src_doc=mail.html, sandbox="", title=_("Preview"), class_name=styles.PREVIEW)
    private = el.p(
        _("This email contains a private link, so its text is not shown."),
        class_name=styles.PRIVATE,
    )
    return sheet_section(rx.cond(mail.is_private, private, frame), title=_("Preview"))


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
