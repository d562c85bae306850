"""The states of payments and subscriptions, and the changes between them that are allowed."""

from collections.abc import Mapping
from typing import Final, Literal

from sqlalchemy import ColumnElement, or_
from sqlmodel import col

from community.core import clock, errors
from community.domain.subscriptions import policies
from community.i18n import gettext as _
from community.models import Payment, UserSubscription

LIVE_STATUSES: Final = ("active", "past_due", "canceled")
UNFINISHED_STATUSES: Final = ("created", "pending")
# Those of payments that gave nothing.
ENDED_STATUSES: Final = ("canceled", "failed", "expired")

# A returned payment succeeds again if the buyer loses the dispute, or if the refund fails.
PAYMENT_CHANGES: Final[Mapping[str, frozenset[str]]] = {
    "created": frozenset({"pending", "succeeded", "canceled", "failed", "expired"}),
    "pending": frozenset({"succeeded", "canceled", "failed", "expired"}),
    "succeeded": frozenset({"refunded"}),
    "canceled": frozenset(),
    "failed": frozenset(),
    "expired": frozenset(),
    "refunded": frozenset({"succeeded"}),
}
SUBSCRIPTION_CHANGES: Final[Mapping[str, frozenset[str]]] = {
    "active": frozenset({"active", "past_due", "canceled", "expired", "revoked"}),
    "past_due": frozenset({"active", "past_due", "canceled", "expired", "revoked"}),
    "canceled": frozenset({"active", "expired", "revoked"}),
    # What has replaced it was returned.
    "expired": frozenset({"active", "canceled"}),
    # The refund of its payment has failed.
    "revoked": frozenset({"active", "canceled"}),
}

is_live = col(UserSubscription.status).in_(LIVE_STATUSES)
is_unfinished = col(Payment.status).in_(UNFINISHED_STATUSES)


def is_refund_due() -> ColumnElement[bool]:
    """Return the condition for payments whose provider is asked for a return now."""
    retry_at = col(Payment.return_retry_at)
    return (
        (col(Payment.refund_due) > 0)
        & (col(Payment.return_failures) <= len(policies.RETURN_RETRY_DELAYS))
        & or_(retry_at.is_(None), retry_at <= clock.now())
    )


def set_payment_status(payment: Payment, status: str) -> None:
    """Set the state of a payment. Raise `Conflict` if the change is not allowed."""
    if status not in PAYMENT_CHANGES[payment.status]:
        raise errors.Conflict(_("This payment has already ended."), code="payment_ended")
    payment.status = status


def set_subscription_status(subscription: UserSubscription, status: str) -> None:
    """Set the state of a subscription. Raise `Conflict` if the change is not allowed."""
    if status not in SUBSCRIPTION_CHANGES[subscription.status]:
        raise errors.Conflict(_("This subscription has already ended."), code="subscription_ended")
    subscription.status = status


def continue_subscription(subscription: UserSubscription) -> None:
    """Undo the end of a subscription that another one has replaced. It is not renewed."""
    set_subscription_status(subscription, "canceled" if subscription.canceled_at else "active")
    subscription.ended_at = None


def end_subscription(subscription: UserSubscription, status: Literal["expired", "revoked"]) -> None:
    """End a subscription and its renewal. Raise `Conflict` if it has already ended."""
    set_subscription_status(subscription, status)
    subscription.ended_at, subscription.next_charge_at = clock.now(), None
