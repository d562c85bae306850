"""The button below the AI settings that sends a test request to the saved endpoint."""

import reflex as rx

from community.components import ui
from community.core.errors import DomainError
from community.domain.site import SettingsPart
from community.domain.site.definitions.services import AiSettings
from community.i18n import gettext as _
from community.state.runtime import request_context
from community.state.runtime.policy import admin
from community.styles.admin import form as styles
from community.workflows import ai


class AiTestState(rx.State):
    """The result of the test: what the endpoint answered, or what failed."""

    success: str = ""
    failure: str = ""

    @rx.event
    @admin("settings/general")
    async def load(self) -> None:
        self.success = self.failure = ""

    @rx.event
    @admin("settings/general", limit="writes")
    async def test(self) -> None:
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


def list_ai_extras() -> dict[type[SettingsPart], rx.Component]:
    """Return what the form shows below the AI settings."""
    row = rx.el.div(
        ui.button(_("Send a test request"), size="sm", on_click=AiTestState.test),
        rx.el.span(AiTestState.success, class_name=styles.TEST_OK, role="status", dir="auto"),
        rx.el.span(AiTestState.failure, class_name=styles.TEST_FAILED, role="status"),
        class_name=styles.TEST_ROW,
    )
    return {AiSettings: row}
