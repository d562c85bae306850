"""State of the dialog with which a user reports another user, a post, a comment or a message."""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.errors import DomainError
from community.domain.moderation import reports
from community.domain.moderation.reports import ReportReason, TargetKind
from community.i18n import gettext as _
from community.state.runtime import forms
from community.state.runtime.actions import run_action
from community.state.runtime.forms import Id
from community.state.runtime.policy import signed_in
from community.state.runtime.toasts import show_toast


class ReportForm(BaseModel):
    """The form of the dialog. The browser sends what is reported with it."""

    target_kind: TargetKind
    target_id: Id
    reason: ReportReason
    text: str = Field("", max_length=20_000)


class ReportingState(rx.State):
    """The object of the open dialog. `target_kind` is empty if the dialog is closed.

    Attributes:
        errors: The error messages of the fields.
    """

    target_kind: str = ""
    target_id: int = 0
    errors: dict[str, str] = {}

    @rx.event
    @signed_in()
    async def open(self, target_kind: TargetKind, target_id: Id) -> None:
        self.target_kind, self.target_id, self.errors = target_kind, target_id, {}

    @rx.event
    @signed_in()
    async def close(self) -> None:
        self.target_kind, self.target_id, self.errors = "", 0, {}

    @rx.event
    @signed_in(limit="reports")
    async def submit(self, message: dict[str, Any]) -> None:
        form = forms.parse(ReportForm, message)
        try:
            receipt = await run_action(
                reports.report,
                target_kind=form.target_kind,
                target_id=form.target_id,
                reason=form.reason,
                text=form.text,
            )
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not error.field_errors:
                raise
            return
        self.target_kind, self.target_id, self.errors = "", 0, {}
        thanks = _("Thanks for telling us. We'll take a look.")
        known = _("You've already reported this. We'll take a look.")
        await show_toast(self, thanks if receipt.is_new else known)
