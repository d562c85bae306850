"""What the comparison of the journal of money with the providers has found."""

from community.domain.subscriptions.reconciliation.administration import (
    FindingView,
    ReconciliationReport,
    RunView,
    count_waiting,
    explain_finding,
    get_report,
)
from community.domain.subscriptions.reconciliation.records import (
    LATE_RETURN,
    Difference,
    JournalEntry,
    begin_run,
    find_entries,
    finish_run,
    is_returned,
    list_disputed_references,
    list_entries,
    list_open_findings,
    list_providers,
    resolve_finding,
    store_finding,
)
