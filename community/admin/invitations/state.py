from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field, field_validator

from community.admin.blocks.record_list.state import RecordFormState, save_form
from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.invitations.table import INVITATION_LAYOUT
from community.domain.accounts import invitations
from community.state.runtime import forms
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query

ShortText = Annotated[str, Field(max_length=1_000)]


class InvitationForm(BaseModel):
    """The form of a new invitation. With `lifetime_days=0` it does not expire."""

    note: ShortText = ""
    email: ShortText = ""
    max_uses: int = Field(1, ge=-1_000_000, le=1_000_000)
    lifetime_days: int = Field(ge=0, le=10_000)

    @field_validator("max_uses", mode="before")
    @classmethod
    def empty_is_one(cls, value: object) -> object:
        return value or 1


async def _revoke(_state: Any, invitation_id: int, reason: str) -> bool:
    await run_action(invitations.revoke, invitation_id=invitation_id, reason=reason)
    return True


class InvitationsState(RecordFormState, RecordActionsState, rx.State):
    """The table of invitations, the one in the side sheet, and the dialog for a new one."""

    layout: ClassVar[TableLayout] = INVITATION_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {"revoke": _revoke}

    record: invitations.InvitationDetails | None = None
    # The link of the new invitation. The server deletes it after sending it, so that only this
    # browser tab knows it.
    created_url: str = ""
    sent_to: str = ""  # the email to which the link of the new invitation was sent, or ""
    _transient_vars: ClassVar[frozenset[str]] = frozenset({"loaded_page", "created_url"})

    @rx.event
    @admin("", limit="invitations")
    async def save(self, message: dict[str, Any]) -> None:
        """Create an invitation. The dialog then shows its link."""
        if await save_form(self, self._save(message)):
            await self._show_first_page()

    async def _save(self, message: dict[str, Any]) -> None:
        form = forms.parse(InvitationForm, message)
        created = await run_action(
            invitations.create,
            note=form.note,
            email=form.email,
            max_uses=form.max_uses,
            lifetime_days=form.lifetime_days or None,
        )
        self.created_url, self.sent_to = created.url, created.email

    def _close_form(self) -> None:
        super()._close_form()
        self.created_url, self.sent_to = "", ""

    async def _load_record(self, record_id: int) -> None:
        self.record = await run_query(invitations.get_invitation, invitation_id=record_id)
