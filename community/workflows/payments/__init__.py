"""Payments from beginning to end: the calls of providers between transactions of the domain.

A provider is never called in a transaction. Each function first writes what it is going to do, then
calls the provider, and then applies the answer. A process that stops in between leaves an
unfinished payment, which `check_pending_payments` continues with the same idempotency key.
Functions that buyers call raise `Unavailable` if the provider does not answer.
"""

from community.workflows.payments.detachments import detach_method
from community.workflows.payments.key_checks import (
    check_imported_keys,
    check_keys,
    check_saved_keys,
)
from community.workflows.payments.overdue import pay_now
from community.workflows.payments.pending import check_pending_payments
from community.workflows.payments.purchases import (
    StartedPayment,
    apply_billing_details,
    cancel_payment,
    confirm_payment,
    continue_payment,
    start_payment,
)
from community.workflows.payments.reconciliation import reconcile_payments, run_reconciliation
from community.workflows.payments.refunds import refund_payment
from community.workflows.payments.renewals import renew_subscriptions
from community.workflows.payments.sandbox import (
    answer_bank_at_sandbox,
    confirm_card_at_sandbox,
    enter_card_at_sandbox,
    pay_at_sandbox,
)
from community.workflows.payments.setups import StartedSetup, continue_setup, start_setup
from community.workflows.payments.webhooks import (
    UNSIGNED_PROVIDERS,
    apply_event,
    read_event,
    store_event,
)
