"""The section with background jobs."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import reflex as rx

from community.admin.blocks.side_sheet import fact, facts, record_sheet, sheet_section
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.blocks.table.values import Badge
from community.admin.layout import admin_page, refresh
from community.components import ui
from community.domain import jobs
from community.domain.jobs import JobRunView, JobView
from community.domain.jobs.queries import to_view
from community.domain.tables import PAGE_SIZE
from community.i18n import formats, gettext as _, ngettext_noop, noop, pgettext
from community.i18n.formats import format_full_time
from community.models import OutboxMessage
from community.rendering import Node, el
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast
from community.styles.admin import sections as styles
from community.styles.ui import display

_STATES: Final = {
    "waiting": Badge(noop("Waiting")),
    "running": Badge(noop("Running"), "accent"),
    "failed": Badge(noop("Failed"), "danger"),
}
SHOWN_RUNS: Final = 30
REFRESH_SECONDS = 5


def _to_next_attempt(job: OutboxMessage) -> str:
    # Relative times describe only the past.
    return formats.format_full_time(job.due_at)


JOB_LAYOUT: Final = TableLayout(
    table=jobs.JOB_TABLE,
    columns=(
        Column("name", noop("Job"), lambda job: jobs.get_job_label(job.name), width="lg"),
        Column("state", noop("Status"), lambda job: _STATES[to_view(job).state], "badge"),
        Column("reason", noop("Reason"), lambda job: job.last_error, width="lg"),
        Column("attempts", noop("Attempts"), lambda job: job.attempts, "number", sort="attempts"),
        Column("due", noop("Next attempt"), _to_next_attempt, is_default=False, sort="due"),
        Column("created", noop("Created"), lambda job: job.created_at, "time", sort="created"),
    ),
    filters={
        "state": FilterLabels(
            noop("Status"),
            {"failed": noop("Failed"), "running": noop("Running"), "waiting": noop("Waiting")},
        )
    },
)


class RunRow(JobRunView):
    """A run in the history, with the name of the job in the language of the site."""

    label: str = ""


async def _retry(_state: Any, job_id: int, reason: str) -> bool:  # noqa: ARG001  # as other actions
    await run_action(jobs.retry, job_id=job_id)
    return True


async def _drop(_state: Any, job_id: int, reason: str) -> bool:  # noqa: ARG001  # as other actions
    await run_action(jobs.drop, job_id=job_id)
    return True


class JobsState(RecordActionsState, rx.State):
    """The table of unfinished jobs, the job in the side sheet, and the history of runs."""

    layout: ClassVar[TableLayout] = JOB_LAYOUT
    actions: ClassVar[Mapping[str, RecordAction]] = {"retry": _retry, "drop": _drop}

    job: JobView | None = None
    label: str = ""  # the name of the job in the side sheet
    arguments: str = ""  # its arguments, as text
    next_attempt: str = ""  # the time of its next attempt, as text
    runs: list[RunRow] = []
    shows_failed_runs: bool = False  # whether the history contains only failed runs

    @rx.event
    @admin("", limit="admin_tables")
    async def load_runs(self) -> None:
        await self._load_runs()

    @rx.event
    @admin("", limit="admin_tables")
    async def show_failed_runs(self, only_failed: bool) -> None:
        self.shows_failed_runs = only_failed is True
        await self._load_runs()

    @rx.event
    @admin("", limit="admin_tables")
    async def refresh_if_idle(self) -> None:
        """Show the current jobs, unless the viewer has selected rows or loaded more of them."""
        await self._load_runs()
        if not self.selected_ids and not self.record_id and len(self._loaded_ids) <= PAGE_SIZE:
            await self._show_first_page()

    @rx.event
    @admin("", limit="writes")
    async def retry(self, job_id: Id) -> None:
        await run_action(jobs.retry, job_id=job_id)
        await self._close(_("Trying again"))

    @rx.event
    @admin("", limit="writes")
    async def drop(self, job_id: Id) -> None:
        await run_action(jobs.drop, job_id=job_id)
        await self._close(_("Job deleted"))

    async def _load_runs(self) -> None:
        runs = await run_query(jobs.list_runs, limit=SHOWN_RUNS, only_failed=self.shows_failed_runs)
        self.runs = [RunRow(**dict(run), label=jobs.get_job_label(run.name)) for run in runs]

    async def _close(self, message: str) -> None:
        self.record_id = 0
        await self._show_first_page()
        await show_toast(self, message)

    async def _load_record(self, record_id: int) -> None:
        self.job = await run_query(jobs.get_job, job_id=record_id)
        self.label = jobs.get_job_label(self.job.name)
        self.next_attempt = format_full_time(self.job.due_at)
        lines = (f"{name}: {value}" for name, value in self.job.arguments.items())
        self.arguments = "\n".join(lines)


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


def job_sheet() -> rx.Component:
    state: Any = JobsState
    job = state.job
    return record_sheet(
        state, job, _summary(state, job), _buttons(state, job), id="job-sheet", title=state.label
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


ACTIONS: Final = (
    ActionButton(
        "retry",
        noop("Try again"),
        noop("Run the job again?"),
        ngettext_noop("Run {n} job again?", "Run {n} jobs again?"),
        noop("Jobs that are running stay unchanged."),
        "refresh",
        reason="none",
    ),
    ActionButton(
        "drop",
        noop("Delete"),
        noop("Delete the job?"),
        ngettext_noop("Delete {n} job?", "Delete {n} jobs?"),
        noop("What they should have done is not done. Jobs that are running stay unchanged."),
        "trash",
        "danger",
        reason="none",
    ),
)


def jobs_page() -> rx.Component:
    state: Any = JobsState
    return admin_page(
        "jobs",
        refresh(seconds=REFRESH_SECONDS, on_refresh=state.refresh_if_idle),
        data_table(
            JobsState,
            caption=_("Jobs"),
            search_label=_("Search by job"),
            empty_title=_("No jobs are waiting"),
            empty_text=_("Jobs disappear from this list when they are finished."),
            empty_icon="check",
            bulk_actions=bulk_buttons(state, ACTIONS),
        ),
        run_history(),
        dialogs=(
            job_sheet(),
            *action_dialogs(state, ACTIONS),
        ),
    )
