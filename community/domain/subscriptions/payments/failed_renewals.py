"""What happens when a renewal fails: it is tried again after 1, 3 and 7 days.

After a decline that is final, the card is not charged again. The subscription waits for another
card until the day of the last attempt.
"""

from datetime import datetime

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock, events
from community.domain.subscriptions import policies
from community.domain.subscriptions.events import RenewalFailed, SubscriptionChanged
from community.domain.subscriptions.payments.grace import begin_grace, end_grace
from community.domain.subscriptions.payments.locking import find_live_subscription
from community.domain.subscriptions.statuses import change_subscription
from community.models import Payment, PaymentMethod, UserSubscription
from community.payments import is_final_decline


async def record_failed_renewal(session: AsyncSession, payment: Payment) -> None:
    """Plan the next attempt. After the last one, the subscription ends with the paid time.

    A card that was declined for good is removed.

    A subscription that the user has canceled meanwhile is not renewed any more.
    """
    if payment.user_id is None:
        return
    subscription = await find_live_subscription(session, payment.user_id)
    if subscription is None or subscription.id != payment.subscription_id:
        return
    if subscription.status == "canceled" or subscription.next_charge_at is None:
        return
    is_final = is_final_decline(payment.failure)
    if payment.created_at < subscription.next_charge_at and not is_final:
        # The user has tried before the next attempt was due, so the plan of attempts stays.
        return
    subscription.renewal_attempts += 1
    change_subscription(subscription, "past_due")
    first, now = await _find_first_attempt(session, payment), clock.now()
    if is_final:
        await _remove_method(session, subscription, payment)
    # Attempts that were missed, because no worker ran for days, are not made up for.
    upcoming = (first + delay for delay in policies.RETRY_DELAYS[-1 if is_final else 0 :])
    subscription.next_charge_at = next((time for time in upcoming if time > now), None)
    if subscription.next_charge_at is None:
        end_grace(subscription)
    else:
        await begin_grace(session, subscription)
    await session.flush()
    events.record(session, RenewalFailed(subscription.id, subscription.user_id, payment.id))
    events.record(session, SubscriptionChanged(subscription.id, subscription.user_id))


async def _remove_method(
    session: AsyncSession, subscription: UserSubscription, payment: Payment
) -> None:
    """Remove the card that a payment has charged, unless the user has replaced it meanwhile."""
    if subscription.payment_method_id != payment.payment_method_id:
        return
    method = await session.get(PaymentMethod, payment.payment_method_id or 0)
    if method is not None and method.removed_at is None:
        method.removed_at = clock.now()
    subscription.payment_method_id = None


async def _find_first_attempt(session: AsyncSession, payment: Payment) -> datetime:
    """Return when the renewal for the same period was tried for the first time."""
    first: datetime | None = await session.scalar(
        select(func.min(Payment.created_at)).where(
            Payment.subscription_id == payment.subscription_id,
            Payment.period_number == payment.period_number,
            Payment.kind == "renewal",
        )
    )
    return first or clock.now()
