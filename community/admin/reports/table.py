from typing import Final

from community.admin.blocks.table.layout import Column, FilterLabels, TableLayout, period_labels
from community.admin.blocks.table.values import Badge, Person
from community.components.reporting import REASON_LABELS
from community.domain.moderation import reports
from community.i18n import noop
from community.models import User

KIND_LABELS: Final[dict[reports.TargetKind, str]] = {
    # Translators: what was reported.
    "user": noop("Person"),
    "post": noop("Post"),
    "comment": noop("Comment"),
    "message": noop("Message"),
    "advertisement": noop("Advertisement"),
}
STATE_LABELS: Final[dict[str, str]] = {
    # Translators: the state of a report.
    "open": noop("Open"),
    # Translators: the state of a report that was justified.
    "resolved": noop("Resolved"),
    # Translators: the state of a report that was not justified.
    "rejected": noop("Rejected"),
}
_STATE_BADGES: Final = {
    "open": Badge(STATE_LABELS["open"], "strong"),
    "resolved": Badge(STATE_LABELS["resolved"], "success"),
    "rejected": Badge(STATE_LABELS["rejected"]),
}


def _to_person(user: User | None) -> Person | None:
    return Person.of(user) if user else None


REPORT_LAYOUT: Final = TableLayout(
    table=reports.REPORT_TABLE,
    columns=(
        Column("excerpt", noop("Reported"), lambda report: report.excerpt, width="lg"),
        Column("kind", noop("Kind"), lambda row: Badge(KIND_LABELS[row.target_kind]), "badge"),
        Column("reason", noop("Reason"), lambda row: Badge(REASON_LABELS[row.reason]), "badge"),
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
    filters={
        "state": FilterLabels(noop("Status"), STATE_LABELS),
        "kind": FilterLabels(noop("Kind"), dict(KIND_LABELS)),
        "reason": FilterLabels(noop("Reason"), REASON_LABELS),
        "sent": period_labels(noop("Sent")),
        "user": FilterLabels(noop("Author")),
        "reporter": FilterLabels(noop("Reported by")),
    },
    sorts={"waiting": noop("Waiting first")},
)
