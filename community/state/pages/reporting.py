"""State of the dialogs with which users report each other, content and advertisements."""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.core.errors import DomainError
from community.domain.moderation import reports
from community.i18n import gettext as _
from community.state.runtime import forms, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import public, signed_in
from community.state.runtime.request_context import run_action


class ReportForm(BaseModel):
    """The form of the dialog. The browser sends what is reported with it."""

    target_kind: reports.TargetKind
    target_id: Id
    reason: reports.ReportReason
    text: str = Field("", max_length=20_000)


class ReportingState(rx.State):
    """The object of the open dialog. `target_kind` is empty if the dialog is closed."""

    target_kind: str = ""
    target_id: int = 0
    errors: dict[str, str] = {}  # the error messages of the fields

    @rx.event
    @signed_in()
    async def open(self, target_kind: reports.TargetKind, target_id: Id) -> None:
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
        await _thank(self, receipt)


class AdvertisementReportForm(BaseModel):
    advertisement_id: Id
    reason: reports.ReportReason
    text: str = Field("", max_length=20_000)


class AdvertisementReportingState(rx.State):
    """The advertisement of the open dialog, with which guests report, too. 0 if it is closed."""

    advertisement_id: int = 0
    errors: dict[str, str] = {}

    @rx.event
    @public()
    async def open(self, advertisement_id: Id) -> None:
        self.advertisement_id, self.errors = advertisement_id, {}

    @rx.event
    @public()
    async def close(self) -> None:
        self.advertisement_id, self.errors = 0, {}

    @rx.event
    @public(limit="reports")
    async def submit(self, message: dict[str, Any]) -> None:
        form = forms.parse(AdvertisementReportForm, message)
        try:
            receipt = await run_action(
                reports.report_advertisement,
                advertisement_id=form.advertisement_id,
                reason=form.reason,
                text=form.text,
            )
        except DomainError as error:
            self.errors = forms.get_first_error_messages(error)
            if not error.field_errors:
                raise
            return
        self.advertisement_id, self.errors = 0, {}
        await _thank(self, receipt)


async def _thank(state: rx.State, receipt: reports.ReportReceipt) -> None:
    thanks = _("Thanks for telling us. We'll take a look.")
    known = _("You've already reported this. We'll take a look.")
    await toasts.show_toast(state, thanks if receipt.is_new else known)
