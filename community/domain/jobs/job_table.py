"""The table of unfinished background jobs in the Admin Panel."""

from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, and_, not_, or_, select
from sqlmodel import col

from community.core.db.pagination import Int32
from community.domain.jobs import policies
from community.domain.jobs.labels import find_job_names
from community.domain.jobs.queries import is_failed, is_running
from community.domain.tables import Choice, Filter, Sort, Table
from community.models import OutboxMessage


def _matches_search(term: str) -> ColumnElement[bool]:
    has_code = col(OutboxMessage.name).contains(term.lower(), autoescape=True)
    return or_(has_code, col(OutboxMessage.name).in_(find_job_names(term)))


JOB_TABLE: Final = Table(
    code="jobs",
    section=policies.SECTION,
    select=lambda: select(OutboxMessage),
    id=col(OutboxMessage.id),
    filters=(
        Filter(
            "state",
            (
                Choice("failed", is_failed),
                Choice("running", is_running),
                Choice("waiting", lambda: and_(not_(is_running()), not_(is_failed()))),
            ),
        ),
    ),
    sorts=(
        Sort("created", col(OutboxMessage.id), int, is_descending=True),
        Sort("due", col(OutboxMessage.due_at), datetime),
        Sort("attempts", col(OutboxMessage.attempts), Int32, is_descending=True),
    ),
    default_sort="-created",
    search=_matches_search,
)
