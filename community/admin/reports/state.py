"""State of the section with the reports."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

import reflex as rx

from community.admin.blocks.record_actions import Act, RecordActionsState
from community.core.tables import Table
from community.domain.moderation import reports
from community.domain.moderation.reports import REPORT_TABLE, ReportOutcome, ReportRecord
from community.state.runtime.actions import run_action, run_query


async def _close(_state: Any, report_id: int, reason: str, *, outcome: ReportOutcome) -> bool:
    return await run_action(reports.close, report_id=report_id, outcome=outcome, reason=reason)


class ReportTableState(RecordActionsState, rx.State):
    """The table of reports, and the report in the side sheet."""

    table: ClassVar[Table] = REPORT_TABLE
    acts: ClassVar[Mapping[str, Act]] = {
        "resolve": partial(_close, outcome="resolved"),
        "reject": partial(_close, outcome="rejected"),
    }

    record: ReportRecord | None = None

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(reports.get_report_record, record_id)
