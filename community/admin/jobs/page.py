"""The page with background jobs and the history of their runs."""

from typing import Any

import reflex as rx

from community.admin.blocks.refresh import refresh
from community.admin.blocks.table import data_table
from community.admin.jobs.history import run_history
from community.admin.jobs.sheet import job_sheet
from community.admin.jobs.state import JobsState
from community.admin.layout import admin_page
from community.admin.record_page import retry_buttons
from community.i18n import gettext as _

REFRESH_SECONDS = 5


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
            bulk_actions=retry_buttons(state),
        ),
        run_history(),
        dialogs=(job_sheet(),),
    )
