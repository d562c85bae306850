"""The refunds by administrators.

`community/workflows/payments/refunds.py` calls these functions between requests to the providers.
"""

from community.domain.subscriptions.events import RefundChanged
from community.domain.subscriptions.payments.refund_texts import (
    REFUND_REASONS,
    RefundReason,
    describe_refund_failure,
)
from community.domain.subscriptions.payments.refunds import (
    RefundOrder,
    compute_refundable,
    count_failed,
    fail_refund,
    list_refunds,
    list_unfinished_refunds,
    load_refund_order,
)
from community.domain.subscriptions.refunds.actions import begin_refund
