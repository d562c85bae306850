"""The renewal of subscriptions with the saved card or wallet of the user."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.domain.subscriptions.events import PaymentChanged
from community.domain.subscriptions.payments import changes
from community.domain.subscriptions.payments.checkout import build_order
from community.domain.subscriptions.payments.locking import find_live_subscription, lock_user
from community.domain.subscriptions.payments.methods import read_method
from community.domain.subscriptions.payments.schemas import Order
from community.domain.subscriptions.statuses import change_subscription, is_live, is_unfinished
from community.models import (
    Payment,
    PaymentMethod,
    PlanVersion,
    SubscriptionPlan,
    UserSubscription,
)


async def list_due_renewals(
    session: AsyncSession, *, after: int = 0, limit: int = 100
) -> Sequence[UserSubscription]:
    """Return subscriptions whose renewal is due, in the order of their ids.

    Args:
        after: The id of the last subscription of the previous batch.
    """
    rows = await session.scalars(
        select(UserSubscription)
        .where(
            col(UserSubscription.next_charge_at) <= clock.now(),
            is_live,
            col(UserSubscription.id) > after,
        )
        .order_by(col(UserSubscription.id))
        .limit(limit)
    )
    return rows.all()


async def begin_renewal(session: AsyncSession, subscription_id: int) -> Order | None:
    """Begin the payment for the next period, or continue one that was interrupted.

    Returns:
        What to ask the provider for. None if there is nothing to pay: the renewal is not due any
        more, the credit pays it, or there is nothing to charge.
    """
    subscription = await _lock_due(session, subscription_id)
    if subscription is None:
        return None
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    plan = await session.get_one(SubscriptionPlan, version.plan_id)
    method = await session.get(PaymentMethod, subscription.payment_method_id or 0)
    if method is None or method.removed_at is not None:
        subscription.next_charge_at = None
        await session.flush()
        return None
    period_number = subscription.period_number + 1
    payment = await _find_unfinished(session, subscription_id, period_number)
    if payment is None:
        credit = min(subscription.credit, version.price)
        if credit == version.price:
            await changes.start_next_period(session, subscription, used_credit=credit)
            return None
        payment = Payment(
            user_id=subscription.user_id,
            subscription_id=subscription.id,
            plan_version_id=version.id,
            payment_method_id=method.id,
            kind="renewal",
            provider=method.provider,
            amount=version.price - credit,
            credit=credit,
            currency=version.currency,
            period_number=period_number,
        )
        session.add(payment)
        await session.flush()
        events.record(session, PaymentChanged(payment.id, payment.user_id, payment.status))
    return await build_order(session, payment, plan, method=read_method(method))


async def list_ended(session: AsyncSession, *, limit: int) -> Sequence[int]:
    """Return the ids of users whose access is over and is not renewed."""
    rows = await session.scalars(
        select(UserSubscription.user_id)
        .where(
            is_live,
            col(UserSubscription.access_until) <= clock.now(),
            col(UserSubscription.next_charge_at).is_(None),
        )
        .order_by(col(UserSubscription.access_until))
        .limit(limit)
    )
    return rows.all()


async def expire_subscription(session: AsyncSession, user_id: int) -> bool:
    """End the subscription of a user if its access is over and it is not renewed."""
    await lock_user(session, user_id)
    subscription = await find_live_subscription(session, user_id)
    if subscription is None or subscription.next_charge_at is not None:
        return False
    if subscription.access_until > clock.now():
        return False
    change_subscription(subscription, "expired")
    subscription.ended_at = clock.now()
    await session.flush()
    changes.record_change(session, subscription)
    return True


async def _lock_due(session: AsyncSession, subscription_id: int) -> UserSubscription | None:
    found = await session.get(UserSubscription, subscription_id)
    if found is None:
        return None
    await lock_user(session, found.user_id)
    subscription = await find_live_subscription(session, found.user_id)
    if subscription is None or subscription.id != subscription_id:
        return None
    is_due = subscription.next_charge_at is not None and subscription.next_charge_at <= clock.now()
    return subscription if is_due else None


async def _find_unfinished(
    session: AsyncSession, subscription_id: int, period_number: int
) -> Payment | None:
    return await session.scalar(
        select(Payment).where(
            Payment.subscription_id == subscription_id,
            Payment.period_number == period_number,
            Payment.kind == "renewal",
            is_unfinished,
        )
    )
