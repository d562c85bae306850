"""Monthly recurring revenue, subscribers, churn, trials and failed payments by day."""

from community.domain.subscriptions.statistics.reports import list_days, load_report
from community.domain.subscriptions.statistics.schemas import (
    EVENTS,
    REPORT_PERIODS,
    ReportPeriod,
    SubscriptionDay,
    SubscriptionPoint,
    SubscriptionReport,
)
from community.domain.subscriptions.statistics.updates import measure, store
