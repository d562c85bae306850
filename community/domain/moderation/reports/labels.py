"""The names of kinds, reasons and states of reports. They are translated where they are shown."""

from typing import Final

from community.domain.moderation.reports.policies import ReportReason, TargetKind
from community.i18n import noop

REASON_LABELS: Final[dict[str, str]] = {
    ReportReason.SPAM: noop("Spam or advertising"),
    ReportReason.HARASSMENT: noop("Harassment or insults"),
    ReportReason.HATE: noop("Hate speech"),
    ReportReason.VIOLENCE: noop("Violence or threats"),
    ReportReason.SEXUAL: noop("Sexual content"),
    ReportReason.MISINFORMATION: noop("False information"),
    ReportReason.IMPERSONATION: noop("Pretends to be someone else"),
    ReportReason.OTHER: noop("Something else"),
}
KIND_LABELS: Final[dict[TargetKind, str]] = {
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
