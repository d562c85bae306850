from typing import Final

from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout
from community.admin.blocks.table.values import Badge
from community.domain import jobs
from community.domain.jobs.queries import to_view
from community.i18n import formats, noop
from community.models import OutboxMessage

_STATES: Final = {
    "waiting": Badge(noop("Waiting")),
    "running": Badge(noop("Running"), "accent"),
    "failed": Badge(noop("Failed"), "danger"),
}


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
