"""State of the settings section for the email of the account."""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.errors import DomainError
from community.domain.accounts import AccountEmail, PendingEmailChange, email_changes
from community.i18n import gettext as _
from community.state.runtime import forms
from community.state.runtime.actions import run_action
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast


class EmailFormData(BaseModel):
    """The new email."""

    email: str = Field("", max_length=100_000)


class EmailState(rx.State):
    """The email, and the change that waits for confirmations.

    Attributes:
        errors: Maps field names to error messages.
        save_count: Counts the requested changes.
    """

    email: str = ""
    is_verified: bool = False
    is_undeliverable: bool = False
    pending: PendingEmailChange | None = None
    errors: dict[str, str] = {}
    save_count: int = 0

    @rx.event
    @signed_in(limit="mail")
    async def request_change(self, message: dict[str, Any]) -> None:
        email, self.errors = forms.parse(EmailFormData, message).email, {}
        try:
            self.pending = await run_action(email_changes.request_change, email=email)
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not error.field_errors:
                raise
            return
        self.save_count += 1

    @rx.event
    @signed_in(limit="mail")
    async def resend(self) -> None:
        self.pending = await run_action(email_changes.resend)
        await show_toast(self, _("New links are on their way"))

    @rx.event
    @signed_in(limit="writes")
    async def cancel(self) -> None:
        await run_action(email_changes.cancel)
        self.pending = None

    def _set_email(self, email: AccountEmail) -> None:
        self.email, self.is_verified, self.pending = email.email, email.is_verified, email.pending
        self.is_undeliverable = email.is_undeliverable
