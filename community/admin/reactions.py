"""The section with the reactions that users can choose."""

from typing import Any, ClassVar, Final

import reflex as rx
from pydantic import BaseModel, Field

from community.admin.blocks.record_list.state import (
    RecordImagesState,
    RecordList,
    RecordOrderState,
    RecordRemovalState,
    RecordSwitchState,
)
from community.admin.blocks.record_list.view import RecordListView, RemovalTexts
from community.admin.layout import admin_page
from community.components import ui
from community.domain import reactions
from community.i18n import gettext as _, noop, pgettext
from community.realtime import messages
from community.rendering import Node, el, when
from community.state.runtime import forms
from community.state.runtime.request_context import run_action, run_query
from community.styles import writing
from community.styles.admin import lists as styles

SECTION = "like-reactions"
DELETION: Final = RemovalTexts(
    noop("No one has used this reaction. It will be removed from the list for good.")
)
_MAX_KILOBYTES = reactions.IMAGE_MAX_BYTES // 1024


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


DEACTIVATION: Final = RemovalTexts(
    noop(
        "People have already used this reaction, so it can't be deleted. No one will be "
        "able to choose it anymore, but it still counts where people have chosen it."
    ),
    title=noop("Turn off {name}?"),
    confirm=noop("Turn off"),
    when="is_used",
)
_list: Final = RecordListView(ReactionKindsState)


def reactions_page() -> rx.Component:
    return admin_page(
        SECTION,
        _list.rows(
            _row,
            hint=_(
                "The first reaction is the one that a click adds. Reactions that are turned off "
                "still count where people have chosen them."
            ),
        ),
        actions=(_list.add_button(),),
        dialogs=(_sheet(), _list.removal_dialog(DELETION, DEACTIVATION)),
        is_ready=ReactionKindsState.is_loaded,
    )


def _row(kind: Any) -> Node:
    return _list.row(
        kind,
        ui.reaction_icon(kind, styles.ICON, alt=""),
        el.div(
            el.span(kind.name, dir="auto", class_name=styles.NAME),
            el.span(kind.code, class_name=styles.CODE),
            el.span(
                when(kind.is_extended, lambda: ui.badge(_("Subscribers"), tone="accent")),
                when(~kind.is_active, lambda: ui.badge(_("Off"))),
                class_name=styles.BADGES,
            ),
            class_name=styles.TEXT,
        ),
        controls=(
            _list.edit_button(kind),
            # A reaction that is in use and turned off can neither be deleted nor turned off.
            when(~kind.is_used | kind.is_active, lambda: _list.remove_button(kind)),
            _list.switch(kind),
        ),
    )


def _sheet() -> rx.Component:
    return _list.sheet(
        _list.field(
            "name",
            _("Reaction name"),
            max_length=reactions.NAME_MAX_LENGTH,
            hint=_("Screen readers read it, and it is shown as a tooltip."),
        ),
        _list.field("emoji", _("Emoji"), auto_complete="off"),
        _list.image_field(
            "image",
            _("Image"),
            hint=_("Shown instead of the emoji, up to {size} KB", size=_MAX_KILOBYTES),
            max_bytes=reactions.IMAGE_MAX_BYTES,
            image_class=styles.ICON_LARGE,
            frame_class=styles.FRAME,
            row_class=writing.ROW,
        ),
        _list.checkbox(
            "is_extended",
            _("Only for subscribers"),
            hint=_("Needs a plan that includes more reactions."),
        ),
    )
