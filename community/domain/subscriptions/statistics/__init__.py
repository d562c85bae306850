"""Monthly recurring revenue, subscribers, churn, trials and failed payments by day."""

from community.domain.subscriptions.statistics.reports import (
    CSV_COLUMNS,
    list_days,
    load_report,
    to_cells,
)
from community.domain.subscriptions.statistics.schemas import (
    REPORT_PERIODS,
    ReportPeriod,
    SubscriptionPoint,
    SubscriptionReport,
)
from community.domain.subscriptions.statistics.updates import (
    Measurement,
    keep_churn,
    measure,
    store,
)
