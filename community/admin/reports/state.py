from collections.abc import Mapping
from datetime import datetime
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import ActionForm, RecordAction, RecordActionsState
from community.admin.reports.table import REPORT_LAYOUT
from community.admin.users.forms import BanForm
from community.domain.moderation import reports
from community.domain.moderation.reports import ContentAction, ReportOutcome, ReportRecord
from community.state.runtime import forms
from community.state.runtime.request_context import run_action, run_query


async def _close(_state: Any, report_id: int, reason: str, *, outcome: ReportOutcome) -> bool:
    return await run_action(reports.close, report_id=report_id, outcome=outcome, reason=reason)


async def _act_on_content(
    _state: Any, report_id: int, reason: str, *, action: ContentAction
) -> bool:
    return await run_action(
        reports.act_on_content, report_id=report_id, action=action, reason=reason
    )


async def _warn(_state: Any, report_id: int, reason: str) -> bool:
    return await run_action(reports.warn_author, report_id=report_id, reason=reason)


async def _ban(_state: Any, report_id: int, reason: str, *, until: datetime | None = None) -> bool:
    return await run_action(reports.ban_author, report_id=report_id, reason=reason, until=until)


class ReportTableState(RecordActionsState, rx.State):
    layout: ClassVar[TableLayout] = REPORT_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {
        "resolve": partial(_close, outcome="resolved"),
        "reject": partial(_close, outcome="rejected"),
        "hide": partial(_act_on_content, action="hide"),
        "delete": partial(_act_on_content, action="delete"),
        "delete_message": partial(_act_on_content, action="delete"),
        "restore": partial(_act_on_content, action="restore"),
        "warn": _warn,
        "ban": _ban,
    }

    record: ReportRecord | None = None

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(reports.get_report_record, record_id)

    def _parse_form(self, code: str, message: dict[str, Any]) -> ActionForm:
        if code != "ban":
            return super()._parse_form(code, message)
        reason = parse_confirmation(message, needs_reason=True).reason
        return reason, {"until": forms.parse(BanForm, message).until}
