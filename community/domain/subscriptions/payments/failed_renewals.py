"""What happens when a renewal is not paid: it is tried again after 1, 3 and 7 days.

If the bank asks the buyer to confirm the payment, it is not tried again. It waits for the buyer,
who is reminded at the same times, and ends at the last one.

After a decline that is final, the card is not charged again. The subscription waits for another
card until the day of the last attempt.
"""

from datetime import datetime

from sqlalchemy import func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.domain.subscriptions import policies, statuses
from community.domain.subscriptions.events import (
    ConfirmationNeeded,
    RenewalFailed,
    SubscriptionChanged,
)
from community.domain.subscriptions.payment_methods import remove_method
from community.domain.subscriptions.payments.failures import is_for_next_period
from community.domain.subscriptions.periods import locking, next_period
from community.gateways.payments import is_final_decline
from community.models import Payment, PaymentMethod, UserSubscription


def waits_for_bank(payment: Payment) -> bool:
    """Return whether the bank asks the buyer to confirm a renewal with the saved card.

    A renewal without a card is one that the buyer pays on its page.
    """
    return (
        payment.kind == "renewal" and payment.needs_action and payment.payment_method_id is not None
    )


async def is_awaited(session: AsyncSession, payment: Payment) -> bool:
    """Return whether a renewal that waits for the buyer can still be confirmed."""
    subscription = await session.get(UserSubscription, payment.subscription_id or 0)
    return (
        subscription is not None
        and subscription.status == "past_due"
        and subscription.next_charge_at is not None
        and subscription.payment_method_id == payment.payment_method_id
        and await is_for_next_period(session, subscription, payment)
    )


async def record_question_of_bank(session: AsyncSession, payment: Payment) -> None:
    subscription = await _find_due(session, payment)
    if subscription is not None:
        await _plan_next_attempt(session, subscription, payment)
        _record(session, ConfirmationNeeded, subscription, payment)


async def record_failed_renewal(
    session: AsyncSession, payment: Payment, *, has_waited: bool
) -> None:
    """Plan the next attempt. After the last one, the subscription ends with the paid time.

    A card that was declined for good is removed.

    A subscription that the user has canceled meanwhile is not renewed any more.

    Args:
        has_waited: Whether the payment has waited for the buyer. Before the last planned time, it
            has ended only because another payment replaces it.
    """
    subscription = await _find_due(session, payment, has_waited=has_waited)
    if subscription is None:
        return
    if has_waited and await _find_next_attempt(session, payment) is not None:
        return
    await _plan_next_attempt(session, subscription, payment)
    _record(session, RenewalFailed, subscription, payment)


async def remind_of_confirmation(
    session: AsyncSession, subscription: UserSubscription, payment: Payment
) -> bool:
    """Remind the buyer to confirm a renewal. Return False at the last planned time."""
    if (upcoming := await _find_next_attempt(session, payment)) is None:
        return False
    subscription.next_charge_at = upcoming
    await session.flush()
    _record(session, ConfirmationNeeded, subscription, payment)
    return True


async def find_last_attempt(session: AsyncSession, payment: Payment) -> datetime:
    """Return the last planned time for the period of a renewal."""
    return await _find_first_attempt(session, payment) + policies.RETRY_DELAYS[-1]


async def _find_due(
    session: AsyncSession, payment: Payment, *, has_waited: bool = False
) -> UserSubscription | None:
    if payment.user_id is None:
        return None
    subscription = await locking.find_live_subscription(session, payment.user_id)
    if subscription is None or subscription.id != payment.subscription_id:
        return None
    if subscription.status == "canceled" or subscription.next_charge_at is None:
        return None
    # If the user has tried before the next attempt was due, the plan of attempts stays.
    tried_at = clock.now() if has_waited else payment.created_at
    is_early = tried_at < subscription.next_charge_at
    return None if is_early and not _is_final(payment) else subscription


async def _plan_next_attempt(
    session: AsyncSession, subscription: UserSubscription, payment: Payment
) -> None:
    subscription.renewal_attempts += 1
    statuses.set_subscription_status(subscription, "past_due")
    if _is_final(payment):
        await _remove_method(session, subscription, payment)
    subscription.next_charge_at = await _find_next_attempt(session, payment)
    if subscription.next_charge_at is None:
        next_period.end_grace(subscription)
    else:
        await next_period.begin_grace(session, subscription)
    await session.flush()


async def _find_next_attempt(session: AsyncSession, payment: Payment) -> datetime | None:
    """Return the next planned time, or None after the last one.

    Times that were missed, because no worker ran for days, are not made up for.
    """
    first, now = await _find_first_attempt(session, payment), clock.now()
    delays = policies.RETRY_DELAYS[-1:] if _is_final(payment) else policies.RETRY_DELAYS
    upcoming = (first + delay for delay in delays)
    return next((time for time in upcoming if time > now), None)


def _is_final(payment: Payment) -> bool:
    """Return whether the saved card must not be charged again."""
    return payment.payment_method_id is not None and is_final_decline(payment.failure)


async def _remove_method(
    session: AsyncSession, subscription: UserSubscription, payment: Payment
) -> None:
    """Remove the card that a payment has charged, unless the user has replaced it meanwhile."""
    if subscription.payment_method_id != payment.payment_method_id:
        return
    method = await session.get(PaymentMethod, payment.payment_method_id or 0)
    if method is not None and method.removed_at is None:
        remove_method(session, method)
    subscription.payment_method_id = None


async def _find_first_attempt(session: AsyncSession, payment: Payment) -> datetime:
    """Return when the renewal for the same period was tried for the first time.

    Attempts before an administrator extended the access do not count.
    """
    extended_at = col(UserSubscription.extended_at)
    first: datetime | None = await session.scalar(
        select(func.min(Payment.created_at))
        .join(UserSubscription, col(UserSubscription.id) == col(Payment.subscription_id))
        .where(
            Payment.subscription_id == payment.subscription_id,
            Payment.period_number == payment.period_number,
            Payment.kind == "renewal",
            or_(extended_at.is_(None), col(Payment.created_at) >= extended_at),
        )
    )
    return first or clock.now()


def _record(
    session: AsyncSession,
    event: type[ConfirmationNeeded] | type[RenewalFailed],
    subscription: UserSubscription,
    payment: Payment,
) -> None:
    events.record(session, event(subscription.id, subscription.user_id, payment.id))
    events.record(session, SubscriptionChanged(subscription.id, subscription.user_id))
