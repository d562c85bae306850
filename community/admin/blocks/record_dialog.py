"""The dialog and the buttons of the acts in `record_actions.py`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import confirmation_dialog
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node
from community.styles.ui.button import Variant
from community.styles.ui.icons import IconName


@dataclass(frozen=True, slots=True)
class ActButton:
    """The texts of an act. They are untranslated, marked with `noop`.

    Attributes:
        consequence: A sentence that says what the act changes.
    """

    code: str
    label: str
    title: str
    consequence: str
    icon: IconName
    variant: Variant = "primary"


def act_dialogs(state: Any, acts: Sequence[ActButton]) -> tuple[rx.Component, ...]:
    return tuple(_act_dialog(state, act) for act in acts)


def bulk_buttons(state: Any, acts: Sequence[ActButton]) -> tuple[Node, ...]:
    """Return the buttons that perform the acts on the selected records."""
    return tuple(_button(state, act, 0) for act in acts)


def record_button(state: Any, acts: Sequence[ActButton], code: str, record_id: Any) -> Node:
    """Return the button that performs an act on one record."""
    return _button(state, next(act for act in acts if act.code == code), record_id)


def _button(state: Any, act: ActButton, record_id: Any) -> Node:
    return ui.button(
        _(act.label),
        icon_name=act.icon,
        size="sm",
        variant="danger" if act.variant == "danger" else "secondary",
        on_click=state.ask(act.code, record_id),
    )


def _act_dialog(state: Any, act: ActButton) -> rx.Component:
    return confirmation_dialog(
        dialog_id=f"{state.table.code}-{act.code}",
        title=_(act.title),
        consequence=_(act.consequence),
        confirm_label=_(act.label),
        on_confirm=state.confirm,
        on_close=state.cancel,
        is_open=state.pending_act == act.code,
        error=state.act_error,
        reason="optional",
        variant=act.variant,
    )
