"""The State of tables whose records can be changed, one by one or several at once."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

import reflex as rx

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.table.act_results import describe_act
from community.admin.blocks.table.bulk_action_state import BulkActionState
from community.admin.blocks.table.rows import build_row
from community.admin.blocks.table.state import MAX_SELECTED, Code
from community.core.db.sessions import read_session
from community.core.errors import DomainError, Invalid
from community.core.read_models import ReadModel
from community.domain import tables
from community.domain.tables import RecordId
from community.i18n import gettext as _
from community.i18n import ngettext
from community.state.runtime import request_context
from community.state.runtime.forms import IdOrZero, RecordKey
from community.state.runtime.lists import MAX_CHANGES
from community.state.runtime.policy import admin
from community.state.runtime.toasts import show_toast

# Performs an act on a record and returns whether the record changed. The arguments are the State,
# the id of the record, the reason, and what else the form of the act contains.
Act = Callable[..., Awaitable[bool]]
# An act whose form was validated. The argument is the id of the record.
PreparedAct = Callable[[RecordId], Awaitable[bool]]
# The validated form of an act: the reason, and what else it contains.
ActForm = tuple[str, dict[str, Any]]
# The result names so many of the records that refused an act.
MAX_FAILURES: Final = 50


class ActFailure(ReadModel):
    """A record that refused an act, with its label and the error message."""

    id: int | str
    label: str
    message: str


class RecordActionsState(BulkActionState, mixin=True):
    """Base class of the State of a section with acts on its records.

    A subclass sets `acts`, whose handlers check the permission for each record.
    """

    acts: ClassVar[Mapping[str, Act]] = {}

    pending_act: str = ""  # the code of the act whose dialog is open, or ""
    pending_ids: list[int | str] = []  # the ids of the records that the act will change
    acts_on_matching: bool = False  # whether the act will change all records that match instead
    act_error: str = ""
    # How many records an act on several records changed. Empty unless some failed.
    act_result: str = ""
    act_failures: list[ActFailure] = []  # the first records that refused the act

    @rx.event
    @admin("")
    async def ask(self, act: Code, record_id: IdOrZero | RecordKey) -> None:
        """Open the dialog of an act on a record, or on the selected records if the id is 0."""
        if act not in self.acts:
            return
        self.acts_on_matching = not record_id and self.matching > 0
        self.pending_ids = [record_id] if record_id else self.selected_ids[:MAX_SELECTED]
        self.pending_act, self.act_error = act if self.pending_ids else "", ""

    @rx.event
    @admin("")
    async def cancel(self) -> None:
        self.pending_act, self.pending_ids, self.act_error = "", [], ""

    @rx.event
    @admin("")
    async def close_result(self) -> None:
        self.act_result, self.act_failures = "", []

    @rx.event
    @admin("", limit="writes")
    async def confirm(self, message: dict[str, Any]) -> None:
        """Perform the act of the open dialog. Records that refuse it keep their state."""
        code = self.pending_act
        if code not in self.acts:
            return
        try:
            reason, options = self._parse_form(code, message)
            if self.acts_on_matching:
                self.act_error = await self._start_bulk_action(code, reason, options)
        except Invalid as error:
            self.act_error = error.message
            return
        if not self.acts_on_matching:
            await self._confirm(code, partial(self.acts[code], self, reason=reason, **options))
        elif not self.act_error:
            self.pending_act, self.pending_ids = "", []

    async def _confirm(self, code: str, act: PreparedAct) -> None:
        record_ids = self.pending_ids
        changed, errors = await self._perform(act)
        self.pending_act, self.pending_ids = "", []
        if len(record_ids) > 1:
            self.selected_ids = []
            if len(record_ids) > MAX_CHANGES:  # more than `changed_rows` remembers
                await self._show_first_page()
        elif self.record_id in record_ids:
            await self._open(self.record_id)
        await self._show_result(code, changed, errors, is_bulk=len(record_ids) > 1)

    def _close_dialogs(self) -> None:
        super()._close_dialogs()
        self.pending_act, self.pending_ids, self.act_error = "", [], ""
        self.act_result, self.act_failures = "", []

    def _parse_form(self, code: str, message: dict[str, Any]) -> ActForm:  # noqa: ARG002  # of subclasses
        return parse_confirmation(message).reason, {}

    async def _perform(self, act: PreparedAct) -> tuple[int, dict[int | str, str]]:
        """Perform an act on the pending records.

        Returns:
            The number of records that changed, and the error messages of the others by id.

        Raises:
            PermissionDenied: The act requires the password. The act runs again after it.
        """
        changed, errors = 0, dict[int | str, str]()
        for record_id in self.pending_ids:
            try:
                changed += await act(self._parse_id(record_id))
            except DomainError as error:
                if error.code == "confirmation_required":
                    raise
                errors[record_id] = error.message
        return changed, errors

    async def _show_result(
        self, code: str, changed: int, errors: dict[int | str, str], *, is_bulk: bool
    ) -> None:
        text = describe_act(self.table.code, code, changed)
        if errors and is_bulk:
            failed = ngettext("{n} record failed", "{n} records failed", len(errors))
            self.act_result = f"{text}, {failed}"
            self.act_failures = await self._describe_failures(errors)
        elif errors:
            await show_toast(self, next(iter(errors.values())))
        else:
            await show_toast(self, text if changed else _("Nothing to change"))

    async def _describe_failures(self, errors: dict[int | str, str]) -> list[ActFailure]:
        failures = []
        for record_id, message in list(errors.items())[:MAX_FAILURES]:
            failures.append(
                ActFailure(id=record_id, label=await self._find_label(record_id), message=message)
            )
        return failures

    async def _find_label(self, record_id: int | str) -> str:
        async with read_session() as session:
            record = await tables.find_record(
                session, request_context.get_actor(), self.table, self._parse_id(record_id)
            )
        return build_row(self.layout, record).label if record else f"#{record_id}"
