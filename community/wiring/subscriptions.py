"""Registers the listeners of payments and subscriptions."""

from community.core.events import in_transaction
from community.domain import accounts, subscriptions


def wire_subscriptions() -> None:
    in_transaction(subscriptions.PaymentChanged, subscriptions.send_payment_mail)
    in_transaction(subscriptions.RenewalFailed, subscriptions.send_renewal_failed_mail)
    in_transaction(accounts.deletions.AccountDeleted, subscriptions.end_renewal_of_deleted_account)
