"""The buttons that test the saved keys of payment providers."""

from typing import Any, Final, Literal

import reflex as rx

from community.components import ui
from community.core.errors import DomainError
from community.i18n import gettext as _
from community.rendering import Node, el
from community.state.runtime import request_context
from community.state.runtime.policy import admin
from community.styles.admin import form as styles
from community.workflows import payments

NO_RESULTS: Final = {"stripe": "", "yookassa": ""}
SECTION = "subscription-payment-provider"


class KeyCheckState(rx.State):
    """The results of the last tests, by provider: what the account says, or what is wrong."""

    successes: dict[str, str] = NO_RESULTS
    failures: dict[str, str] = NO_RESULTS

    @rx.event
    @admin(SECTION)
    async def load(self) -> None:
        self.successes, self.failures = dict(NO_RESULTS), dict(NO_RESULTS)

    @rx.event
    @admin(SECTION, limit="writes")
    async def check(self, provider: Literal["stripe", "yookassa"]) -> None:
        self.successes = {**self.successes, provider: ""}
        self.failures = {**self.failures, provider: ""}
        actor = request_context.get_actor()
        try:
            result = await payments.check_saved_keys(actor, provider)
        except DomainError as error:
            self.failures = {**self.failures, provider: error.message}
            return
        if result.is_ok:
            self.successes = {**self.successes, provider: result.message}
        else:
            self.failures = {**self.failures, provider: result.message}


def key_check_row(provider: Literal["stripe", "yookassa"]) -> Node:
    """Return the button, and what the last test has found out."""
    state: Any = KeyCheckState
    return el.div(
        ui.button(_("Test the saved keys"), size="sm", on_click=KeyCheckState.check(provider)),
        el.span(state.successes[provider], class_name=styles.TEST_OK, role="status", dir="auto"),
        el.span(state.failures[provider], class_name=styles.TEST_FAILED, role="status", dir="auto"),
        class_name=styles.TEST_ROW,
    )
