"""The dialog and the buttons of the actions in `record_actions.py`."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import reflex as rx

from community.admin.blocks.confirmation import ReasonField, confirmation_dialog
from community.admin.blocks.table.bulk_action_progress import bulk_action_hint
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node
from community.styles.ui import data_table as styles, overlay
from community.styles.ui.button import Variant
from community.styles.ui.icons import IconName


@dataclass(frozen=True, slots=True)
class ActionButton:
    """The texts of an action. They are untranslated, marked with `noop` or `ngettext_noop`."""

    code: str
    label: str
    title: str
    bulk_title: tuple[str, str]  # the title for `{n}` records, in the singular and the plural
    consequence: str  # a sentence that says what the action changes
    icon: IconName
    variant: Variant = "primary"
    reason: ReasonField = "optional"
    fields: Callable[[], Sequence[Node]] = tuple  # returns further fields of the form of the action


def action_dialogs(state: Any, actions: Sequence[ActionButton]) -> tuple[rx.Component, ...]:
    """Return the dialogs of the actions, and the one with the result of a bulk action."""
    return (*(_action_dialog(state, action) for action in actions), _result_dialog(state))


def bulk_buttons(state: Any, actions: Sequence[ActionButton]) -> tuple[Node, ...]:
    return tuple(_button(state, action, 0) for action in actions)


def record_button(state: Any, actions: Sequence[ActionButton], code: str, record_id: Any) -> Node:
    return _button(state, next(action for action in actions if action.code == code), record_id)


def _button(state: Any, action: ActionButton, record_id: Any) -> Node:
    return ui.button(
        _(action.label),
        icon_name=action.icon,
        size="sm",
        variant="danger" if action.variant == "danger" else "secondary",
        on_click=state.ask(action.code, record_id),
    )


def _action_dialog(state: Any, action: ActionButton) -> rx.Component:
    count = rx.cond(state.changes_all_matching, state.matching, state.pending_ids.length()).to(int)
    return confirmation_dialog(
        dialog_id=f"{state.table.code}-{action.code}",
        title=rx.cond(count > 1, ui.plural_text(*action.bulk_title, count), _(action.title)),
        consequence=_(action.consequence),
        confirm_label=_(action.label),
        on_confirm=state.confirm,
        on_close=state.cancel,
        is_open=state.pending_action == action.code,
        error=state.action_error,
        fields=(bulk_action_hint(state), *action.fields()),
        reason=action.reason,
        variant=action.variant,
    )


def _result_dialog(state: Any) -> rx.Component:
    dialog_id = f"{state.table.code}-result"
    return ui.dialog(
        rx.el.div(
            rx.el.ul(rx.foreach(state.action_failures, _failure), class_name=styles.FAILURES),
            rx.el.div(
                ui.button(_("Close"), custom_attrs=ui.command_attrs(dialog_id, "close")),
                class_name=overlay.DIALOG_ACTIONS,
            ),
            class_name=overlay.DIALOG_BODY,
        ),
        id=dialog_id,
        title=_("Some records could not be changed"),
        text=state.action_result,
        size="sm",
        open=state.action_result != "",
        on_close=state.close_result,
    )


def _failure(failure: Any) -> Node:
    return rx.el.li(
        rx.el.span(failure.label, class_name=styles.FAILURE_LABEL, dir="auto"),
        rx.el.span(failure.message, class_name=styles.FAILURE_TEXT),
        key=failure.id,
        class_name=styles.FAILURE,
    )
