"""The names of the reasons of reports. They are translated where they are shown."""

from typing import Final

from community.domain.moderation.reports.policies import ReportReason
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
