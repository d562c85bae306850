"""The page with background jobs and the history of their runs."""

from typing import Any, Final

import reflex as rx

from community.admin.blocks.refresh import refresh
from community.admin.blocks.table.data_table import data_table
from community.admin.blocks.table.record_dialog import ActionButton, action_dialogs, bulk_buttons
from community.admin.jobs.history import run_history
from community.admin.jobs.sheet import job_sheet
from community.admin.jobs.state import JobsState
from community.admin.layout import admin_page
from community.i18n import gettext as _, ngettext_noop, noop

REFRESH_SECONDS = 5

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
