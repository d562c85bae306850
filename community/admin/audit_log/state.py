from itertools import takewhile
from typing import ClassVar

import reflex as rx

from community.admin.audit_log.table import AUDIT_LAYOUT, get_action_label
from community.admin.audit_log.values import ValueChange, list_changes
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.state import TableState
from community.domain import audit
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_query


class AuditLogState(TableState, rx.State):
    """The table of the audit log, and the entry in the side sheet."""

    layout: ClassVar[TableLayout] = AUDIT_LAYOUT

    entry: audit.AuditEntryView | None = None
    entry_label: str = ""
    changes: list[ValueChange] = []
    # How many entries of the view were added after the loaded ones, at most a page
    new_count: int = 0

    @rx.event
    @admin(audit.AUDIT_TABLE.section, limit="admin_tables")
    async def count_new(self) -> None:
        """Count the new entries above the loaded ones. An empty table shows them at once."""
        if not self._loaded_ids:
            await self._show_first_page()
            return
        loaded = {*self._loaded_ids}
        ids = [entry.id for entry in (await self._read_page("")).items]
        self.new_count = sum(1 for _ in takewhile(lambda entry_id: entry_id not in loaded, ids))

    async def _show_first_page(self) -> None:
        self.new_count = 0
        await super()._show_first_page()

    async def _load_record(self, record_id: int) -> None:
        self.entry = await run_query(audit.get_entry, record_id)
        self.entry_label = get_action_label(self.entry.action)
        self.changes = list_changes(self.entry)
        self.entry = self.entry.model_copy(update={"before": None, "after": None})
