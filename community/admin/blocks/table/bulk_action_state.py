"""The State of tables with bulk actions: actions on all records that match."""

from typing import Any

import reflex as rx

from community.admin.blocks.table.action_results import describe_action
from community.admin.blocks.table.state import TableState
from community.core.errors import Conflict
from community.domain import bulk_actions, tables
from community.i18n import formats, gettext as _, ngettext
from community.state.runtime import request_context
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query


class BulkActionState(TableState, mixin=True):
    """Base class of the State of a section with bulk actions."""

    # The last bulk action. None if its result was closed.
    bulk_action: bulk_actions.BulkActionView | None = None
    bulk_progress: str = ""  # how much of it is done, as text
    bulk_skipped: str = ""  # how many records it has skipped, as text

    @rx.event
    @admin("", limit="admin_tables")
    async def select_matching(self) -> None:
        """Select all records that match, whether or not they are loaded."""
        await self._count_matching()

    @rx.event
    @admin("", limit="admin_tables")
    async def reload_bulk_action(self) -> None:
        """Load the progress of the last bulk action, and the rows when it has ended."""
        before = self.bulk_action
        await self._load_progress()
        has_ended = self.bulk_action is not None and self.bulk_action.finished_at is not None
        if not has_ended or before is None or before.finished_at is not None:
            return
        if self.selected_ids or self.record_id:
            await self._count()
        else:
            await self._show_first_page()

    @rx.event
    @admin("", limit="writes")
    async def stop_bulk_action(self, bulk_action_id: Id) -> None:
        self._show_bulk_action(await run_action(bulk_actions.stop, bulk_action_id=bulk_action_id))

    @rx.event
    @admin("", limit="writes")
    async def undo_bulk_action(self, bulk_action_id: Id) -> None:
        self._show_bulk_action(await run_action(bulk_actions.undo, bulk_action_id=bulk_action_id))

    @rx.event
    @admin("", limit="writes")
    async def dismiss_bulk_action(self, bulk_action_id: Id) -> None:
        await run_action(bulk_actions.dismiss, bulk_action_id=bulk_action_id)
        await self._load_progress()

    async def _load_progress(self) -> None:
        actor = request_context.get_actor()
        if self.table.code in bulk_actions.TABLES and actor.has_section(self.table.section):
            self._show_bulk_action(await run_query(bulk_actions.find_latest, table=self.table.code))

    async def _start_bulk_action(self, code: str, reason: str, options: dict[str, Any]) -> str:
        """Begin the bulk action. Return an error message, or ""."""
        view = self._get_view()
        try:
            started = await run_action(
                bulk_actions.start,
                table=self.table.code,
                action=code,
                view=tables.build_params(self.table, view),
                expected=self.matching,
                reason=reason,
                options=options,
            )
        except Conflict as error:
            if error.code == "more_records_match":
                await self._count_matching()
            return error.message
        self.selected_ids, self.matching = [], 0
        self._show_bulk_action(started)
        return ""

    async def _count_matching(self) -> None:
        self.matching = await run_query(
            bulk_actions.count_matching, table=self.table, view=self._get_view()
        )

    def _show_bulk_action(self, view: bulk_actions.BulkActionView | None) -> None:
        self.bulk_action, self.bulk_progress, self.bulk_skipped = view, "", ""
        if view is None:
            return
        self.bulk_progress = _describe(view)
        if view.skipped:
            self.bulk_skipped = ngettext("{n} record skipped", "{n} records skipped", view.skipped)


def _describe(view: bulk_actions.BulkActionView) -> str:
    if view.state in {"undoing", "undone"}:
        done, total = view.undone + view.skipped, view.done
    else:
        done, total = view.done + view.skipped, view.total
    if view.state in {"running", "undoing"}:
        return _(
            "{n} of {total}", n=formats.format_number(done), total=formats.format_number(total)
        )
    if view.state == "undone":
        return ngettext("{n} record restored", "{n} records restored", view.undone)
    return describe_action(view.table, view.action, view.done)
