"""What a payment changes in the subscription of a user."""

from datetime import datetime
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.domain import site
from community.domain.subscriptions import policies
from community.domain.subscriptions.billing import add_periods
from community.domain.subscriptions.events import SubscriptionChanged
from community.domain.subscriptions.payments.grace import (
    compute_next_start,
    end_grace,
    get_paid_end,
)
from community.domain.subscriptions.payments.locking import find_live_subscription
from community.domain.subscriptions.payments.prices import to_terms
from community.domain.subscriptions.statuses import (
    change_subscription,
    continue_subscription,
    end_subscription,
)
from community.models import Payment, PaymentMethod, PlanVersion, UserSubscription


async def start_subscription(
    session: AsyncSession, payment: Payment, version: PlanVersion, method_id: int | None
) -> UserSubscription:
    """Give the buyer, or the recipient of a gift, the plan that was paid.

    What the user has of the same plan is added: the new period begins when it ends. So it does
    after a trial, but the user gets the features that they have bought at once. Another plan ends
    now. The credit stays.
    """
    user_id = payment.recipient_id if payment.kind == "gift" else payment.user_id
    assert user_id is not None
    now = clock.now()
    start, credit = now, 0
    current = await find_live_subscription(session, user_id)
    if current is not None:
        old = await session.get_one(PlanVersion, current.plan_version_id)
        if old.plan_id == version.plan_id or current.origin == "trial":
            start = compute_next_start(current, now)
        if old.currency == version.currency:
            credit = current.credit
        if get_paid_end(current) > now:
            end_grace(current)
        end_subscription(current, "expired")
        await session.flush()
    end = await compute_period_end(session, version, anchor=start, periods=1)
    subscription = UserSubscription(
        user_id=user_id,
        plan_version_id=version.id,
        origin="gift" if payment.kind == "gift" else "purchase",
        payment_method_id=method_id,
        anchor_at=start,
        period_number=0 if payment.kind == "gift" else 1,
        period_start=start,
        access_until=end,
        period_price=0 if payment.kind == "gift" else payment.amount,
        credit=credit,
        next_charge_at=_get_charge_time(end) if method_id else None,
    )
    session.add(subscription)
    await session.flush()
    record_change(session, subscription)
    return subscription


async def change_plan(
    session: AsyncSession, user_id: int, version: PlanVersion, *, credit: int
) -> UserSubscription | None:
    """Move a user to another plan, whose difference in price they have paid.

    Returns:
        None if the subscription ended in the meantime.
    """
    subscription = await find_live_subscription(session, user_id)
    if subscription is None:
        return None
    old = await session.get_one(PlanVersion, subscription.plan_version_id)
    subscription.plan_version_id = version.id
    subscription.period_price = version.price
    subscription.credit = credit
    if old.period != version.period:
        now = clock.now()
        subscription.period_number += 1
        await _set_period(session, subscription, version, start=now, is_anchor=True)
    end_grace(subscription)
    if subscription.status != "active":
        change_subscription(subscription, "active")
        subscription.canceled_at, subscription.cancel_reason = None, ""
    _plan_renewal(subscription)
    await session.flush()
    record_change(session, subscription)
    return subscription


async def start_next_period(
    session: AsyncSession, subscription: UserSubscription, *, used_credit: int
) -> None:
    """Begin the next period, which was paid or is covered by the credit.

    It begins where the current one ends, without the days on which the user had no access. A
    subscription that was canceled meanwhile stays canceled.

    Args:
        used_credit: The part of the price that the credit of the subscription pays.
    """
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    now = clock.now()
    has_gap = subscription.access_until < now
    subscription.credit = max(subscription.credit - used_credit, 0)
    subscription.period_price = version.price
    subscription.period_number += 1
    subscription.renewal_attempts = 0
    start = compute_next_start(subscription, now)
    await _set_period(session, subscription, version, start=start, is_anchor=has_gap)
    if subscription.status == "past_due":
        change_subscription(subscription, "active")
    if subscription.status == "active":
        _plan_renewal(subscription)
    await session.flush()
    record_change(session, subscription)


async def use_method(session: AsyncSession, subscription: UserSubscription, method_id: int) -> None:
    """Let renewals charge a card, and remove the one that they have charged until now."""
    old = await session.get(PaymentMethod, subscription.payment_method_id or 0)
    if old is not None and old.id != method_id and old.removed_at is None:
        old.removed_at = clock.now()
    subscription.payment_method_id = method_id
    await session.flush()


async def return_to_previous_period(
    session: AsyncSession, subscription: UserSubscription, *, credit: int
) -> None:
    """Take back the current period, which was renewed and returned before it began.

    Args:
        credit: The part of the price that the credit of the subscription paid.
    """
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    subscription.period_number -= 1
    subscription.period_price = await _find_sold_price(session, subscription, version)
    subscription.credit += credit
    periods = subscription.period_number - subscription.anchor_period
    start = await compute_period_end(
        session, version, anchor=subscription.anchor_at, periods=periods
    )
    await _set_period(session, subscription, version, start=start, is_anchor=False)
    await session.flush()
    record_change(session, subscription)


async def _find_sold_price(
    session: AsyncSession, subscription: UserSubscription, version: PlanVersion
) -> int:
    """Return what the current period was sold for. Only purchases can have a promo code."""
    amount = await session.scalar(
        select(Payment.amount).where(
            Payment.subscription_id == subscription.id,
            Payment.period_number == subscription.period_number,
            Payment.plan_version_id == version.id,
            Payment.kind == "purchase",
            Payment.status == "succeeded",
        )
    )
    return version.price if amount is None else amount


async def continue_replaced(session: AsyncSession, ended: UserSubscription) -> None:
    """Continue the subscription after whose end another one would have begun.

    It does not continue if its own payment was returned too.
    """
    replaced = await session.scalar(
        select(UserSubscription)
        .where(
            UserSubscription.user_id == ended.user_id,
            col(UserSubscription.id) < ended.id,
            UserSubscription.status == "expired",
            col(UserSubscription.access_until) == ended.period_start,
        )
        .order_by(col(UserSubscription.id).desc())
        .limit(1)
    )
    if replaced is None:
        return
    returned = select(Payment.id).where(
        Payment.subscription_id == replaced.id, Payment.status == "refunded"
    )
    if await session.scalar(returned.limit(1)) is None:
        continue_subscription(replaced)
        await session.flush()
        record_change(session, replaced)


async def end_renewal(
    session: AsyncSession, subscription: UserSubscription, reason: str = ""
) -> None:
    """Cancel a subscription, which ends with the paid time, or now if that is over."""
    change_subscription(subscription, "canceled")
    end_grace(subscription)
    subscription.canceled_at, subscription.cancel_reason = clock.now(), reason
    subscription.next_charge_at = None
    if subscription.access_until <= clock.now():
        end_subscription(subscription, "expired")
    await session.flush()
    record_change(session, subscription)


async def end_access(session: AsyncSession, subscription: UserSubscription) -> None:
    """End a subscription before its time."""
    end_grace(subscription)
    end_subscription(subscription, "revoked")
    subscription.access_until = min(subscription.access_until, clock.now())
    await session.flush()
    record_change(session, subscription)


def record_change(session: AsyncSession, subscription: UserSubscription) -> None:
    events.record(session, SubscriptionChanged(subscription.id, subscription.user_id))


async def compute_period_end(
    session: AsyncSession, version: PlanVersion, *, anchor: datetime, periods: int
) -> datetime:
    section = await site.get_settings_section(session, site.PaymentSettings)
    return add_periods(anchor, periods, to_terms(version).period, ZoneInfo(section.time_zone))


async def _set_period(
    session: AsyncSession,
    subscription: UserSubscription,
    version: PlanVersion,
    *,
    start: datetime,
    is_anchor: bool,
) -> None:
    if is_anchor:
        subscription.anchor_at, subscription.anchor_period = start, subscription.period_number
    periods = subscription.period_number - subscription.anchor_period + 1
    subscription.period_start, subscription.paid_until = start, None
    subscription.access_until = await compute_period_end(
        session, version, anchor=subscription.anchor_at, periods=periods
    )


def _plan_renewal(subscription: UserSubscription) -> None:
    has_method = subscription.payment_method_id is not None
    subscription.renewal_attempts = 0
    subscription.next_charge_at = (
        _get_charge_time(subscription.access_until) if has_method else None
    )


def _get_charge_time(access_until: datetime) -> datetime:
    return access_until - policies.RENEWAL_LEAD
