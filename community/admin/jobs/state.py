from collections.abc import Mapping
from typing import Any, ClassVar, Final

import reflex as rx

from community.admin.blocks.table.layout import TableLayout
from community.admin.blocks.table.record_actions import RecordAction, RecordActionsState
from community.admin.jobs.table import JOB_LAYOUT
from community.domain import jobs
from community.domain.jobs import JobRunView, JobView
from community.domain.tables import PAGE_SIZE
from community.i18n import gettext as _
from community.i18n.formats import format_full_time
from community.state.runtime.forms import Id
from community.state.runtime.policy import admin
from community.state.runtime.request_context import run_action, run_query
from community.state.runtime.toasts import show_toast

SHOWN_RUNS: Final = 30


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
