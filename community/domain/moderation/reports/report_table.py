"""The table of all reports in the Admin Panel."""

from collections.abc import Callable
from typing import Any, Final, get_args

from sqlalchemy import ColumnElement, Select, literal_column, or_, select
from sqlmodel import col, func

from community.core.db.columns import eager
from community.domain.moderation.reports.policies import SECTION, ReportReason, TargetKind
from community.domain.tables import Sort, Table, period_filter, reference_filter, value_filter
from community.models import ModerationReport

# The states of reports, in the order of the filter.
STATES: Final = ("open", "resolved", "rejected")


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


def _has_value(column: Any) -> Callable[[Any], ColumnElement[bool]]:
    return lambda value: col(column) == value


REPORT_TABLE: Final = Table(
    code="reports",
    section=SECTION,
    select=_select_reports,
    id=col(ModerationReport.id),
    sorts=(
        Sort(
            "waiting",
            col(ModerationReport.id),
            int,
            is_descending=True,
            # SQLite uses the partial index only for the literal value.
            leading=col(ModerationReport.state) == literal_column("'open'"),
        ),
        Sort("created", col(ModerationReport.id), int, is_descending=True),
    ),
    default_sort="-waiting",
    is_waiting=lambda report: report.state == "open",
    filters=(
        value_filter("state", STATES, _has_value(ModerationReport.state)),
        value_filter("kind", get_args(TargetKind), _has_value(ModerationReport.target_kind)),
        value_filter("reason", ReportReason, _has_value(ModerationReport.reason)),
        period_filter("sent", col(ModerationReport.created_at)),
    ),
    id_filters=(
        reference_filter("user", col(ModerationReport.user_id)),
        reference_filter("reporter", col(ModerationReport.reporter_id)),
    ),
    search=_matches_search,
)
