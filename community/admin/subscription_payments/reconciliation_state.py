"""State of the differences between the journal of money and the providers."""

from typing import Any

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.record_list.state import save_form
from community.admin.subscription_payments import reconciliation_models
from community.domain.subscriptions import reconciliation
from community.i18n import gettext as _
from community.state.runtime import forms, toasts
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query

SECTION = "subscription-payments"


class ExplanationForm(BaseModel):
    note: str = Field("", max_length=2_000)


class ReconciliationState(rx.State):
    """The last comparison with each provider, and the differences that are left."""

    runs: list[reconciliation_models.RunRow] = []
    findings: list[reconciliation_models.FindingRow] = []
    explained_id: int = 0  # the id of the difference whose dialog is open, or 0
    errors: dict[str, str] = {}

    @rx.event
    @admin(SECTION, limit="admin_tables")
    async def load(self) -> None:
        self.explained_id = 0
        await self._load()

    @rx.event
    @admin(SECTION)
    async def open_form(self, finding_id: Id) -> None:
        self.explained_id, self.errors = finding_id, {}

    @rx.event
    @admin(SECTION)
    async def close_form(self) -> None:
        self.explained_id = 0

    @rx.event
    @admin(SECTION, limit="writes")
    async def explain(self, message: dict[str, Any]) -> None:
        form = forms.parse(ExplanationForm, message)
        action = run_action(
            reconciliation.explain_finding, finding_id=self.explained_id, note=form.note
        )
        if not await save_form(self, action):
            return
        self.explained_id = 0
        await self._load()
        await toasts.show_toast(self, _("Saved"))

    async def _load(self) -> None:
        report = await run_query(reconciliation.get_report)
        self.runs, self.findings = (
            reconciliation_models.build_runs(report),
            reconciliation_models.build_findings(report),
        )
