"""The table of all reports in the Admin Panel."""

from collections.abc import Callable
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, literal_column, or_, select
from sqlmodel import col, func

from community.core.db.columns import eager
from community.domain.moderation.reports.labels import (
    KIND_LABELS,
    REASON_LABELS,
    STATE_LABELS,
)
from community.domain.moderation.reports.policies import SECTION
from community.domain.tables import (
    Badge,
    Column,
    Person,
    Sort,
    Table,
    label_filter,
    period_filter,
    reference_filter,
)
from community.i18n import noop
from community.models import ModerationReport, User


def _select_reports() -> Select[Any]:
    return select(ModerationReport).options(
        eager(ModerationReport.user), eager(ModerationReport.reporter)
    )


def _matches_search(term: str) -> ColumnElement[bool]:
    # `lower()` of SQLite changes only ASCII letters.
    return or_(
        *(
            func.lower(text).contains(term.lower(), autoescape=True)
            for text in (col(ModerationReport.excerpt), col(ModerationReport.text))
        )
    )


def _to_person(user: User | None) -> Person | None:
    return Person.of(user) if user else None


_STATE_BADGES: Final = {
    "open": Badge(STATE_LABELS["open"], "strong"),
    "resolved": Badge(STATE_LABELS["resolved"], "success"),
    "rejected": Badge(STATE_LABELS["rejected"]),
}


def _has_value(column: Any) -> Callable[[Any], ColumnElement[bool]]:
    return lambda value: col(column) == value


REPORT_TABLE: Final = Table(
    code="reports",
    section=SECTION,
    select=_select_reports,
    id=col(ModerationReport.id),
    columns=(
        Column("excerpt", noop("Reported"), lambda report: report.excerpt, width="lg"),
        Column(
            "kind",
            noop("Kind"),
            lambda report: Badge(KIND_LABELS[report.target_kind]),
            "badge",
        ),
        Column(
            "reason",
            noop("Reason"),
            lambda report: Badge(REASON_LABELS[report.reason]),
            "badge",
        ),
        Column("user", noop("Author"), lambda report: _to_person(report.user), "person", "md"),
        Column(
            "reporter",
            noop("Reported by"),
            lambda report: _to_person(report.reporter),
            "person",
            "md",
        ),
        Column(
            "state",
            noop("Status"),
            lambda report: _STATE_BADGES[report.state],
            "badge",
            sort="waiting",
        ),
        Column(
            "created",
            # Translators: the time of a report.
            noop("Sent"),
            lambda report: report.created_at,
            "time",
            sort="created",
        ),
    ),
    sorts=(
        Sort(
            "waiting",
            noop("Waiting first"),
            col(ModerationReport.id),
            int,
            is_descending=True,
            # SQLite uses the partial index only for the literal value.
            leading=col(ModerationReport.state) == literal_column("'open'"),
        ),
        Sort("created", noop("Sent"), col(ModerationReport.id), int, is_descending=True),
    ),
    default_sort="-waiting",
    is_waiting=lambda report: report.state == "open",
    filters=(
        label_filter("state", noop("Status"), STATE_LABELS, _has_value(ModerationReport.state)),
        label_filter("kind", noop("Kind"), KIND_LABELS, _has_value(ModerationReport.target_kind)),
        label_filter("reason", noop("Reason"), REASON_LABELS, _has_value(ModerationReport.reason)),
        period_filter("sent", noop("Sent"), col(ModerationReport.created_at)),
    ),
    id_filters=(
        reference_filter("user", noop("Author"), col(ModerationReport.user_id)),
        reference_filter("reporter", noop("Reported by"), col(ModerationReport.reporter_id)),
    ),
    search=_matches_search,
)
