from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.mail.table import MAIL_LAYOUT
from community.core.errors import Invalid
from community.domain import mail
from community.domain.mail import MailDetails
from community.domain.tables import PAGE_SIZE
from community.gateways.mail import MAX_ADDRESS_LENGTH
from community.i18n import gettext as _
from community.state.runtime import forms
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast


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
