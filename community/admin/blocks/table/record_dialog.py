"""The dialog and the buttons of the acts in `record_actions.py`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import ReasonField, confirmation_dialog
from community.admin.blocks.table.bulk_action_progress import bulk_action_hint
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node
from community.styles.ui import data_table as styles
from community.styles.ui import overlay
from community.styles.ui.button import Variant
from community.styles.ui.icons import IconName


@dataclass(frozen=True, slots=True)
class ActButton:
    """The texts of an act. They are untranslated, marked with `noop` or `ngettext_noop`."""

    code: str
    label: str
    title: str
    bulk_title: tuple[str, str]  # the title for `{n}` records, in the singular and the plural
    consequence: str  # a sentence that says what the act changes
    icon: IconName
    variant: Variant = "primary"
    reason: ReasonField = "optional"
    fields: Callable[[], Sequence[Node]] = tuple  # returns further fields of the form of the act


def act_dialogs(state: Any, acts: Sequence[ActButton]) -> tuple[rx.Component, ...]:
    """Return the dialogs of the acts, and the one with the result of an act on several records."""
    return (*(_act_dialog(state, act) for act in acts), _result_dialog(state))


def bulk_buttons(state: Any, acts: Sequence[ActButton]) -> tuple[Node, ...]:
    return tuple(_button(state, act, 0) for act in acts)


def record_button(state: Any, acts: Sequence[ActButton], code: str, record_id: Any) -> Node:
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
    count = rx.cond(state.acts_on_matching, state.matching, state.pending_ids.length()).to(int)
    return confirmation_dialog(
        dialog_id=f"{state.table.code}-{act.code}",
        title=rx.cond(count > 1, ui.plural_text(*act.bulk_title, count), _(act.title)),
        consequence=_(act.consequence),
        confirm_label=_(act.label),
        on_confirm=state.confirm,
        on_close=state.cancel,
        is_open=state.pending_act == act.code,
        error=state.act_error,
        fields=(bulk_action_hint(state), *act.fields()),
        reason=act.reason,
        variant=act.variant,
    )


def _result_dialog(state: Any) -> rx.Component:
    dialog_id = f"{state.table.code}-result"
    return ui.dialog(
        rx.el.div(
            rx.el.ul(rx.foreach(state.act_failures, _failure), class_name=styles.FAILURES),
            rx.el.div(
                ui.button(_("Close"), custom_attrs=ui.command_attrs(dialog_id, "close")),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            class_name=overlay.DIALOG_BODY,
        ),
        id=dialog_id,
        title=_("Some records could not be changed"),
        text=state.act_result,
        size="sm",
        open=state.act_result != "",
        on_close=state.close_result,
    )


def _failure(failure: Any) -> Node:
    return rx.el.li(
        rx.el.span(failure.label, class_name=styles.FAILURE_LABEL, dir="auto"),
        rx.el.span(failure.message, class_name=styles.FAILURE_TEXT),
        key=failure.id,
        class_name=styles.FAILURE,
    )
