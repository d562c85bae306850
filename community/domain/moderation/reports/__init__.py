"""Reports of users and content that break the rules, and how administrators close them."""

from community.domain.moderation.events import ContentReported, ReportsClosed
from community.domain.moderation.reports.actions import (
    close,
    close_all_about,
    report,
    report_advertisement,
)
from community.domain.moderation.reports.decisions import (
    ContentAction,
    act_on_content,
    ban_author,
    warn_author,
)
from community.domain.moderation.reports.messages import get_file, purge_copies
from community.domain.moderation.reports.policies import (
    SECTION,
    TEXT_MAX_LENGTH,
    ReportOutcome,
    ReportReason,
    TargetKind,
)
from community.domain.moderation.reports.queries import (
    count_about,
    count_waiting,
    get_report_record,
)
from community.domain.moderation.reports.report_table import REPORT_TABLE
from community.domain.moderation.reports.schemas import ReportReceipt, ReportRecord
