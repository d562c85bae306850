from typing import Any, ClassVar

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.record_list.state import (
    RecordImagesState,
    RecordList,
    RecordOrderState,
    RecordRemovalState,
    RecordSwitchState,
)
from community.domain import reactions
from community.i18n import gettext as _, noop, pgettext
from community.realtime import messages
from community.state.runtime import forms
from community.state.runtime.request_context import run_action, run_query

SECTION = "like-reactions"


class ReactionFormData(BaseModel):
    """The form of a reaction. The domain checks the exact limits."""

    name: str = Field("", max_length=1_000)
    emoji: str = Field("", max_length=1_000)
    is_extended: bool = False


class ReactionKindsState(
    RecordOrderState, RecordSwitchState, RecordRemovalState, RecordImagesState, rx.State
):
    """The list of reactions, and the form of one reaction."""

    records: ClassVar = RecordList(
        code="reaction",
        section=SECTION,
        topic=messages.REACTION_KINDS_TOPIC,
        key="code",
        label=noop("Reactions"),
        add=noop("Add reaction"),
        new_title=noop("New reaction"),
        edit_title=noop("Edit reaction"),
        not_found=noop("Reaction not found"),
    )

    rows: list[reactions.ReactionKindView] = []
    row: reactions.ReactionKindView | None = None
    removing: reactions.ReactionKindView | None = None

    async def _list_rows(self) -> list[reactions.ReactionKindView]:
        return await run_query(reactions.list_kinds)

    async def _save(self, message: dict[str, Any]) -> None:
        form = forms.parse(ReactionFormData, message)
        fields: dict[str, Any] = {**form.model_dump(), **self._uploads}
        if self.editing:
            await run_action(reactions.edit_kind, code=self.editing, **fields)
        else:
            await run_action(reactions.create_kind, **fields)

    async def _set_active(self, kind: reactions.ReactionKindView, *, is_active: bool) -> None:
        await run_action(reactions.edit_kind, code=kind.code, is_active=is_active)

    async def _reorder(self, codes: list[str]) -> None:
        await run_action(reactions.reorder_kinds, codes=codes)

    async def _remove(self, kind: reactions.ReactionKindView) -> str:
        retired = await run_action(reactions.remove_kind, code=kind.code)
        return pgettext("done", "Deleted") if retired is None else _("Turned off")
