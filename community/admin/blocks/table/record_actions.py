"""The State of tables whose records can be changed, one by one or several at once."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

import reflex as rx

from community.admin.blocks.confirmation import parse_confirmation
from community.admin.blocks.table.action_results import describe_action
from community.admin.blocks.table.bulk_action_state import BulkActionState
from community.admin.blocks.table.rows import build_row
from community.admin.blocks.table.state import MAX_SELECTED, Code
from community.core.db.sessions import read_session
from community.core.errors import DomainError, Invalid
from community.core.read_models import ReadModel
from community.domain import tables
from community.i18n import gettext as _, ngettext
from community.state.runtime import lists, request_context, toasts
from community.state.runtime.forms import IdOrZero, RecordKey
from community.state.runtime.policy import admin

# Performs an action on a record and returns whether the record changed. The arguments are the
# State, the id of the record, the reason, and what else the form of the action contains.
RecordAction = Callable[..., Awaitable[bool]]
# An action whose form was validated. The argument is the id of the record.
PreparedAction = Callable[[tables.RecordId], Awaitable[bool]]
# The validated form of an action: the reason, and what else it contains.
ActionForm = tuple[str, dict[str, Any]]
# The result names so many of the records that refused an action.
MAX_FAILURES: Final = 50


class ActionFailure(ReadModel):
    """A record that refused an action, with its label and the error message."""

    id: int | str
    label: str
    message: str


class RecordActionsState(BulkActionState, mixin=True):
    """Base class of the State of a section with actions on its records.

    A subclass sets `actions`, whose handlers check the permission for each record.
    """

    actions: ClassVar[Mapping[str, RecordAction]] = {}

    pending_action: str = ""  # the code of the action whose dialog is open, or ""
    pending_ids: list[int | str] = []  # the ids of the records that the action will change
    # Whether the action will change all records that match instead
    changes_all_matching: bool = False
    action_error: str = ""
    # How many records an action on several records changed. Empty unless some failed.
    action_result: str = ""
    action_failures: list[ActionFailure] = []  # the first records that refused the action

    @rx.event
    @admin("")
    async def ask(self, action: Code, record_id: IdOrZero | RecordKey) -> None:
        """Open the dialog of an action on a record, or on the selected records if the id is 0."""
        if action not in self.actions:
            return
        self.changes_all_matching = not record_id and self.matching > 0
        self.pending_ids = [record_id] if record_id else self.selected_ids[:MAX_SELECTED]
        self.pending_action, self.action_error = action if self.pending_ids else "", ""

    @rx.event
    @admin("")
    async def cancel(self) -> None:
        self.pending_action, self.pending_ids, self.action_error = "", [], ""

    @rx.event
    @admin("")
    async def close_result(self) -> None:
        self.action_result, self.action_failures = "", []

    @rx.event
    @admin("", limit="writes")
    async def confirm(self, message: dict[str, Any]) -> None:
        """Perform the action of the open dialog. Records that refuse it keep their state."""
        code = self.pending_action
        if code not in self.actions:
            return
        try:
            reason, options = self._parse_form(code, message)
            if self.changes_all_matching:
                self.action_error = await self._start_bulk_action(code, reason, options)
        except Invalid as error:
            self.action_error = error.message
            return
        if not self.changes_all_matching:
            await self._confirm(code, partial(self.actions[code], self, reason=reason, **options))
        elif not self.action_error:
            self.pending_action, self.pending_ids = "", []

    async def _confirm(self, code: str, action: PreparedAction) -> None:
        record_ids = self.pending_ids
        changed, errors = await self._perform(action)
        self.pending_action, self.pending_ids = "", []
        if len(record_ids) > 1:
            self.selected_ids = []
            if len(record_ids) > lists.MAX_CHANGES:  # more than `changed_rows` remembers
                await self._show_first_page()
        elif self.record_id in record_ids:
            await self._open(self.record_id)
        await self._show_result(code, changed, errors, is_bulk=len(record_ids) > 1)

    def _close_dialogs(self) -> None:
        super()._close_dialogs()
        self.pending_action, self.pending_ids, self.action_error = "", [], ""
        self.action_result, self.action_failures = "", []

    def _parse_form(self, code: str, message: dict[str, Any]) -> ActionForm:  # noqa: ARG002  # of subclasses
        return parse_confirmation(message).reason, {}

    async def _perform(self, action: PreparedAction) -> tuple[int, dict[int | str, str]]:
        """Perform an action on the pending records.

        Returns:
            The number of records that changed, and the error messages of the others by id.

        Raises:
            PermissionDenied: The action requires the password. The action runs again after it.
        """
        changed, errors = 0, dict[int | str, str]()
        for record_id in self.pending_ids:
            try:
                changed += await action(self._parse_id(record_id))
            except DomainError as error:
                if error.code == "confirmation_required":
                    raise
                errors[record_id] = error.message
        return changed, errors

    async def _show_result(
        self, code: str, changed: int, errors: dict[int | str, str], *, is_bulk: bool
    ) -> None:
        text = describe_action(self.table.code, code, changed)
        if errors and is_bulk:
            failed = ngettext("{n} record failed", "{n} records failed", len(errors))
            self.action_result = f"{text}, {failed}"
            self.action_failures = await self._describe_failures(errors)
        elif errors:
            await toasts.show_toast(self, next(iter(errors.values())))
        else:
            await toasts.show_toast(self, text if changed else _("Nothing to change"))

    async def _describe_failures(self, errors: dict[int | str, str]) -> list[ActionFailure]:
        failures = []
        for record_id, message in list(errors.items())[:MAX_FAILURES]:
            failures.append(
                ActionFailure(
                    id=record_id, label=await self._find_label(record_id), message=message
                )
            )
        return failures

    async def _find_label(self, record_id: int | str) -> str:
        async with read_session() as session:
            record = await tables.find_record(
                session, request_context.get_actor(), self.table, self._parse_id(record_id)
            )
        return build_row(self.layout, record).label if record else f"#{record_id}"
