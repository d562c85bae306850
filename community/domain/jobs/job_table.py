"""The table of unfinished background jobs in the Admin Panel."""

from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, not_, or_, select
from sqlmodel import col

from community.core.db.pagination import Int32
from community.domain.jobs import policies
from community.domain.jobs.labels import find_job_names, get_job_label
from community.domain.jobs.queries import is_failed, is_running, to_view
from community.domain.tables import (
    Badge,
    Choice,
    Column,
    Filter,
    Sort,
    Table,
)
from community.i18n import noop
from community.i18n.formats import format_full_time
from community.models import OutboxMessage

_STATES: Final = {
    "waiting": Badge(noop("Waiting")),
    "running": Badge(noop("Running"), "accent"),
    "failed": Badge(noop("Failed"), "danger"),
}


def _to_next_attempt(job: OutboxMessage) -> str:
    # Relative times describe only the past.
    return format_full_time(job.due_at)


def _matches_search(term: str) -> ColumnElement[bool]:
    has_code = col(OutboxMessage.name).contains(term.lower(), autoescape=True)
    return or_(has_code, col(OutboxMessage.name).in_(find_job_names(term)))


JOB_TABLE: Final = Table(
    code="jobs",
    section=policies.SECTION,
    select=lambda: select(OutboxMessage),
    id=col(OutboxMessage.id),
    columns=(
        Column("name", noop("Job"), lambda job: get_job_label(job.name), width="lg"),
        Column("state", noop("Status"), lambda job: _STATES[to_view(job).state], "badge"),
        Column("reason", noop("Reason"), lambda job: job.last_error, width="lg"),
        Column("attempts", noop("Attempts"), lambda job: job.attempts, "number", sort="attempts"),
        Column("due", noop("Next attempt"), _to_next_attempt, is_default=False, sort="due"),
        Column("created", noop("Created"), lambda job: job.created_at, "time", sort="created"),
    ),
    filters=(
        Filter(
            "state",
            noop("Status"),
            (
                Choice("failed", noop("Failed"), is_failed),
                Choice("running", noop("Running"), is_running),
                Choice(
                    "waiting", noop("Waiting"), lambda: and_(not_(is_running()), not_(is_failed()))
                ),
            ),
        ),
    ),
    sorts=(
        Sort("created", noop("Created"), col(OutboxMessage.id), int, is_descending=True),
        Sort("due", noop("Next attempt"), col(OutboxMessage.due_at), datetime),
        Sort("attempts", noop("Attempts"), col(OutboxMessage.attempts), Int32, is_descending=True),
    ),
    default_sort="-created",
    search=_matches_search,
)
