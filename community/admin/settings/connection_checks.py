"""The buttons that test the saved settings of the mail server and of the AI endpoint."""

from typing import Any

import reflex as rx

from community.admin.mail import mail_check_result
from community.components import ui
from community.core.errors import DomainError, Invalid
from community.domain import identity, mail, site
from community.domain.mail import MailDetails
from community.domain.site.definitions.services import AiSettings, SmtpSettings
from community.i18n import gettext as _
from community.state.runtime import request_context
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.styles.admin import form as styles
from community.workflows import ai


class SmtpCheckState(rx.State):
    """The test email that this tab has sent last."""

    mail: MailDetails | None = None
    error: str = ""

    @rx.event
    @admin("settings/general")
    async def load(self) -> None:
        self.mail, self.error = None, ""

    @rx.event
    @admin("settings/general", limit="mail")
    async def send(self) -> None:
        self.mail, self.error = None, ""
        viewer = await run_query(identity.get_own_user)
        try:
            mail_id = await run_action(mail.send_test_mail, recipient=viewer.email)
        except Invalid as error:
            self.error = error.message
            return
        self.mail = await run_query(mail.get_test_mail, mail_id=mail_id)

    @rx.event
    @admin("settings/general", limit="admin_tables")
    async def check(self) -> None:
        if self.mail is not None:
            self.mail = await run_query(mail.get_test_mail, mail_id=self.mail.id)


def list_mail_extras() -> dict[type[site.SettingsPart], rx.Component]:
    """Return what the form shows below the settings of the mail server."""
    state: Any = SmtpCheckState
    row = rx.el.div(
        ui.button(_("Send me a test email"), size="sm", on_click=state.send),
        rx.el.span(_("It uses the saved settings."), class_name=styles.HELP),
        class_name=styles.TEST_ROW,
    )
    error = rx.el.span(state.error, class_name=styles.TEST_FAILED, role="status")
    return {
        SmtpSettings: rx.fragment(row, error, mail_check_result(state.mail, on_refresh=state.check))
    }


class AiCheckState(rx.State):
    """The result of the test: what the endpoint answered, or what failed."""

    success: str = ""
    failure: str = ""

    @rx.event
    @admin("settings/general")
    async def load(self) -> None:
        self.success = self.failure = ""

    @rx.event
    @admin("settings/general", limit="writes")
    async def check(self) -> None:
        self.success = self.failure = ""
        try:
            check = await ai.check_endpoint(request_context.get_actor())
        except DomainError as error:
            self.failure = error.message
            return
        if check.is_ok:
            self.success = check.message
        else:
            self.failure = check.message


def list_ai_extras() -> dict[type[site.SettingsPart], rx.Component]:
    """Return the button that tests the AI endpoint, for the form to show below its settings."""
    row = rx.el.div(
        ui.button(_("Send a test request"), size="sm", on_click=AiCheckState.check),
        rx.el.span(AiCheckState.success, class_name=styles.TEST_OK, role="status", dir="auto"),
        rx.el.span(AiCheckState.failure, class_name=styles.TEST_FAILED, role="status"),
        class_name=styles.TEST_ROW,
    )
    return {AiSettings: row}
