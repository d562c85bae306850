"""The side sheet with one background job."""

from typing import Any

import reflex as rx

from community.admin.blocks.side_sheet import fact, facts, sheet_section, side_sheet
from community.admin.jobs.state import JobsState
from community.components import ui
from community.i18n import gettext as _
from community.rendering import Node, el
from community.styles.admin import sections as styles


def job_sheet() -> rx.Component:
    state: Any = JobsState
    job = state.job
    return side_sheet(
        rx.cond(job, rx.fragment(_summary(state, job), _buttons(state, job))),
        id="job-sheet",
        title=rx.cond(job, state.label, ""),
        open=(state.record_id != 0) & (job != None),  # noqa: E711  # compared in the browser
        on_close=state.close_record,
    )


def _summary(state: Any, job: Any) -> Node:
    status = rx.match(
        job.state,
        ("running", ui.badge(_("Running"), tone="accent")),
        ("failed", ui.badge(_("Failed"), tone="danger")),
        ui.badge(_("Waiting")),
    )
    return sheet_section(
        facts(
            fact(_("Status"), status),
            fact(_("Reason"), rx.cond(job.last_error != "", job.last_error, "–")),
            fact(_("Attempts"), job.attempts),
            fact(_("Created"), ui.relative_time(job.created_at)),
            fact(_("Next attempt"), state.next_attempt),
            fact(_("Code"), el.code(job.name, class_name=styles.ARGUMENTS)),
            fact(_("Arguments"), el.span(state.arguments, class_name=styles.ARGUMENTS)),
        ),
        title=_("Job"),
    )


def _buttons(state: Any, job: Any) -> Node:
    return rx.cond(
        job.state == "running",
        rx.fragment(),
        el.div(
            ui.button(_("Try again"), size="sm", on_click=state.retry(job.id)),
            ui.button(_("Delete"), size="sm", variant="danger", on_click=state.drop(job.id)),
            class_name=styles.BUTTONS,
        ),
    )
