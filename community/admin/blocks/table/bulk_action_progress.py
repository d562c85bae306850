"""The choice of all records that match, and the progress of a bulk action on them."""

from typing import Any

import reflex as rx

from community.admin.blocks.table.state import MAX_SELECTED
from community.components import ui
from community.domain.tables import MAX_COUNTED
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import moderation as styles
from community.styles.ui import data_table


def selection_text(state: Any, loaded: Any) -> Node:
    """Return how many rows are selected, with the button that selects all records that match."""
    count = state.selected_ids.length()
    has_all_loaded = (count >= loaded.rows.length()) | (count >= MAX_SELECTED)
    return el.div(
        el.span(
            rx.cond(
                state.matching > 0,
                ui.plural_text(
                    "{n} matching record selected", "{n} matching records selected", state.matching
                ),
                ui.plural_text("{n} selected", "{n} selected", count),
            ),
            class_name=data_table.BULK_COUNT,
            role="status",
        ),
        rx.cond(
            (state.matching == 0) & has_all_loaded & (state.match_count > count),
            el.button(
                rx.cond(
                    state.match_count > MAX_COUNTED,
                    _("Select all that match"),
                    ui.plural_text(
                        "Select the {n} that matches",
                        "Select all {n} that match",
                        state.match_count,
                    ),
                ),
                type="button",
                class_name=data_table.BULK_MATCHING,
                on_click=state.select_matching,
            ),
        ),
        class_name=data_table.BULK_SELECTION,
    )


def bulk_action_hint(state: Any) -> Node:
    """Return what the dialog of an action says if it changes all records that match."""
    return rx.cond(
        state.changes_all_matching,
        el.p(
            _(
                "All records that match the search and the filters are changed one after the "
                "other. You can follow the progress here, and stop it."
            ),
            class_name=data_table.SHEET_TEXT,
        ),
    )


def bulk_action_progress(state: Any) -> Node:
    action = state.bulk_action
    is_active = (action.state == "running") | (action.state == "undoing")
    return rx.cond(
        action,
        el.section(
            el.div(
                el.p(
                    _heading(action),
                    " · ",
                    state.bulk_progress,
                    rx.cond(state.bulk_skipped != "", f" · {state.bulk_skipped}", ""),
                    class_name=styles.PROGRESS_TEXT,
                    role="status",
                ),
                _buttons(state, action, is_active),
                class_name=styles.PROGRESS_HEAD,
            ),
            rx.cond(is_active, _progress_bar(action)),
            rx.cond(
                action.stop_reason != "", el.p(action.stop_reason, class_name=data_table.SHEET_TEXT)
            ),
            rx.cond(action.reasons.length() > 0, _reasons(action)),
            class_name=styles.PROGRESS_BOX,
            aria_label=_("Action on all records that match"),
        ),
    )


def _heading(action: Any) -> Node:
    return rx.match(
        action.state,
        ("running", _("In progress")),
        ("undoing", _("Restoring…")),
        ("stopped", _("Stopped")),
        ("undone", _("Undone")),
        _("Finished"),
    )


def _buttons(state: Any, action: Any, is_active: Any) -> Node:
    return el.div(
        rx.cond(
            is_active,
            ui.button(_("Stop"), size="sm", on_click=state.stop_bulk_action(action.id)),
        ),
        rx.cond(
            action.can_undo,
            ui.button(
                _("Undo"), icon_name="undo", size="sm", on_click=state.undo_bulk_action(action.id)
            ),
        ),
        rx.cond(
            is_active,
            None,
            ui.icon_button(
                "x", _("Close"), size="sm", on_click=state.dismiss_bulk_action(action.id)
            ),
        ),
        class_name=styles.PROGRESS_BUTTONS,
    )


def _progress_bar(action: Any) -> Node:
    is_undoing = action.state == "undoing"
    total = rx.cond(is_undoing, action.done, action.total)
    return el.progress(
        value=(rx.cond(is_undoing, action.undone, action.done) + action.skipped).to(str),
        max=rx.cond(total > 0, total, 1).to(str),
        aria_label=_("Progress"),
        class_name=styles.PROGRESS,
    )


def _reasons(action: Any) -> Node:
    return el.details(
        el.summary(_("Why records were skipped"), class_name=styles.PROGRESS_SUMMARY),
        el.ul(
            rx.foreach(
                action.reasons,
                lambda reason: el.li(
                    el.span(reason.message, class_name=data_table.FAILURE_LABEL),
                    el.span(reason.count, class_name=data_table.FAILURE_TEXT),
                    key=reason.message,
                    class_name=styles.PROGRESS_REASON,
                ),
            ),
            class_name=data_table.FAILURES,
        ),
    )
