"""Reasons why a paid payment cannot give what it was for, so that the money is returned.

Time passes between the beginning of a payment and its success. Meanwhile the plan can change or
end, the credit can become less, the account can be deleted, and the recipient of a gift can be
banned or buy a plan.
"""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.domain import identity, people
from community.domain.subscriptions import credit
from community.domain.subscriptions.payments.failure_texts import (
    ACCOUNT_CLOSED,
    CREDIT_USED,
    PLAN_CHANGED,
    RECIPIENT_BANNED,
    RECIPIENT_HAS_PLAN,
)
from community.domain.subscriptions.periods.locking import find_live_subscription
from community.domain.subscriptions.periods.next_period import find_next_period, get_paid_end
from community.models import Payment, UserSubscription


def get_owner_id(payment: Payment) -> int | None:
    """Return the id of the user who gets what the payment is for. None if they are erased."""
    return payment.recipient_id if payment.kind == "gift" else payment.user_id


async def find_obstacle(session: AsyncSession, payment: Payment) -> str:
    """Return the code of the reason, or "" if the payment can give what it was for."""
    owner_id = get_owner_id(payment)
    owner = await people.find_user(session, owner_id) if owner_id is not None else None
    if owner is None:
        return ACCOUNT_CLOSED
    if payment.credit > await credit.get_balance(session, owner.id, payment.currency):
        return CREDIT_USED
    subscription = await find_live_subscription(session, owner.id)
    if payment.kind == "purchase":
        return ""
    if payment.kind == "gift":
        if identity.is_banned(owner):
            return RECIPIENT_BANNED
        # After a trial, the gift begins when the trial ends.
        is_trial = subscription is not None and subscription.origin == "trial"
        return RECIPIENT_HAS_PLAN if _has_access(subscription) and not is_trial else ""
    if payment.kind == "upgrade":
        is_same = _has_paid_time(subscription) and is_for_current_period(subscription, payment)
    else:
        is_same = await is_for_next_period(session, subscription, payment)
    return "" if is_same else PLAN_CHANGED


def is_for_current_period(subscription: UserSubscription | None, payment: Payment) -> bool:
    return (
        subscription is not None
        and payment.subscription_id == subscription.id
        and payment.period_number == subscription.period_number
    )


async def is_for_next_period(
    session: AsyncSession, subscription: UserSubscription | None, payment: Payment
) -> bool:
    """Return whether a renewal has the price of the period that comes next."""
    if subscription is None or payment.subscription_id != subscription.id:
        return False
    upcoming = await find_next_period(session, subscription)
    return (
        payment.plan_version_id == upcoming.version.id
        and payment.period_number == subscription.period_number + 1
    )


def _has_paid_time(subscription: UserSubscription | None) -> bool:
    return subscription is not None and clock.now() < get_paid_end(subscription)


def _has_access(subscription: UserSubscription | None) -> bool:
    return subscription is not None and clock.now() < subscription.access_until
