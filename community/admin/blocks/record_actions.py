"""The State of tables whose records can be changed, one by one or several at once.

Each act opens a dialog that asks for the reason.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, ClassVar

import reflex as rx

from community.admin.blocks.confirmation_form import parse_confirmation
from community.admin.blocks.table_state import MAX_SELECTED, Code, TableState
from community.core.errors import DomainError, Invalid
from community.i18n import gettext as _
from community.i18n import ngettext
from community.state.runtime.forms import IdOrZero
from community.state.runtime.policy import admin
from community.state.runtime.toasts import show_toast

# Performs an act on a record and returns whether the record changed. The arguments are the State,
# the id of the record and the reason.
Act = Callable[[Any, int, str], Awaitable[bool]]


class RecordActionsState(TableState, mixin=True):
    """Base class of the State of a section with acts on its records.

    A subclass sets `acts`, whose handlers check the permission for each record.

    Attributes:
        pending_act: The code of the act whose dialog is open, or "".
        pending_ids: The ids of the records that the act will change.
        act_error: The error message in the dialog.
    """

    acts: ClassVar[Mapping[str, Act]] = {}

    pending_act: str = ""
    pending_ids: list[int] = []
    act_error: str = ""

    @rx.event
    @admin("")
    async def ask(self, act: Code, record_id: IdOrZero) -> None:
        """Open the dialog of an act on a record, or on the selected records if the id is 0."""
        if act not in self.acts:
            return
        self.pending_ids = [record_id] if record_id else self.selected_ids[:MAX_SELECTED]
        self.pending_act, self.act_error = act if self.pending_ids else "", ""

    @rx.event
    @admin("")
    async def cancel(self) -> None:
        self.pending_act, self.pending_ids, self.act_error = "", [], ""

    @rx.event
    @admin("", limit="writes")
    async def confirm(self, message: dict[str, Any]) -> None:
        """Perform the act of the open dialog. Records that refuse it keep their state."""
        act, record_ids = self.acts.get(self.pending_act), self.pending_ids
        if act is None:
            return
        try:
            reason = parse_confirmation(message).reason
        except Invalid as error:
            self.act_error = error.message
            return
        changed, errors = 0, []
        for record_id in record_ids:
            try:
                changed += await act(self, record_id, reason)
            except DomainError as error:
                errors.append(error.message)
        self.pending_act, self.pending_ids = "", []
        await self._show_result(changed, errors)
        if len(record_ids) > 1:
            self.selected_ids = []
        elif self.record_id in record_ids:
            await self._open(self.record_id)

    async def _show_result(self, changed: int, errors: list[str]) -> None:
        if errors:
            await show_toast(self, errors[0])
        elif changed:
            await show_toast(self, ngettext("{n} record changed", "{n} records changed", changed))
        else:
            await show_toast(self, _("Nothing to change"))
