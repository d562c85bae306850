"""The list of the last runs of jobs and scheduled jobs."""

from typing import Any

import reflex as rx

from community.admin.jobs.state import JobsState
from community.components import ui
from community.i18n import gettext as _, pgettext
from community.rendering import Node, el
from community.styles.admin import sections as styles
from community.styles.ui import display


def run_history() -> Node:
    state: Any = JobsState
    return el.section(
        el.div(
            el.h2(_("Recent runs"), class_name=styles.HISTORY_TITLE),
            el.div(
                _segment(_("All"), ~state.shows_failed_runs, state.show_failed_runs(False)),
                _segment(
                    pgettext("jobs", "Failed"),
                    state.shows_failed_runs,
                    state.show_failed_runs(True),
                ),
                role="group",
                aria_label=_("Recent runs"),
                class_name=display.SEGMENTS,
            ),
            class_name=styles.HISTORY_HEADER,
        ),
        rx.cond(
            state.runs.length() > 0,
            el.ul(rx.foreach(state.runs, _run), class_name=styles.RUNS),
            el.p(_("No runs in the last 7 days."), class_name=display.CARD_HINT),
        ),
        class_name=styles.HISTORY,
    )


def _segment(label: str, is_selected: Any, on_click: Any) -> Node:
    return el.button(
        label,
        type="button",
        aria_pressed=rx.cond(is_selected, "true", "false"),
        on_click=on_click,
        class_name=display.SEGMENT,
    )


def _run(run: Any) -> Node:
    has_failed = run.error != ""
    return el.li(
        rx.cond(
            has_failed,
            ui.badge(_("Failed"), tone="danger"),
            ui.badge(_("Finished"), tone="success"),
        ),
        el.span(
            el.span(run.label, title=run.name, class_name=styles.RUN_NAME),
            rx.cond(
                run.is_scheduled, el.span(pgettext("job", "Scheduled"), class_name=styles.RUN_KIND)
            ),
            rx.cond(has_failed, el.span(run.error, class_name=styles.RUN_ERROR)),
            class_name=styles.RUN_TEXT,
        ),
        ui.relative_time(run.ended_at),
        key=run.id,
        class_name=styles.RUN,
    )
