"""What a payment changes in the subscription of a user."""

from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock, events
from community.domain import site
from community.domain.subscriptions import billing, credit, policies, statuses
from community.domain.subscriptions.events import SubscriptionChanged
from community.domain.subscriptions.payment_methods import remove_method
from community.domain.subscriptions.periods import locking, next_period
from community.domain.subscriptions.periods.prices import Price, to_terms
from community.models import PaymentMethod, PlanVersion, UserSubscription


async def start_subscription(
    session: AsyncSession,
    *,
    user_id: int,
    version: PlanVersion,
    origin: Literal["purchase", "gift"],
    value: int,
    method_id: int | None = None,
) -> UserSubscription:
    """Give a user a plan that was paid.

    What the user has of the same plan is added: the new period begins when it ends. So it does
    after a trial, but the user gets the features that they have bought at once. Another plan ends
    now, and what is left of it becomes credit.

    Args:
        value: What was paid for the period, in minor units.
        method_id: The card that renews the subscription, or None.
    """
    now = clock.now()
    start = now
    current = await locking.find_live_subscription(session, user_id)
    if current is not None:
        old = await session.get_one(PlanVersion, current.plan_version_id)
        if old.plan_id == version.plan_id or current.origin == "trial":
            start = next_period.compute_next_start(current, now)
        else:
            await add_rest_to_credit(session, current, old, user_id=user_id)
        if next_period.get_paid_end(current) > now:
            next_period.end_grace(current)
        statuses.end_subscription(current, "expired")
        await session.flush()
    end = await compute_period_end(session, version, anchor=start, periods=1)
    subscription = UserSubscription(
        user_id=user_id,
        plan_version_id=version.id,
        origin=origin,
        payment_method_id=method_id,
        anchor_at=start,
        period_number=0 if origin == "gift" else 1,
        period_start=start,
        access_until=end,
        period_price=value,
        replaced_id=current.id
        if current is not None and next_period.get_paid_end(current) > now
        else None,
        next_charge_at=_get_charge_time(end) if method_id else None,
    )
    session.add(subscription)
    await session.flush()
    record_change(session, subscription)
    return subscription


async def change_plan(
    session: AsyncSession,
    subscription: UserSubscription,
    version: PlanVersion,
    *,
    restarts_period: bool,
    rest: int | None = None,
) -> None:
    """Move a user to another plan, whose difference in price they have paid.

    A gift becomes a purchase of its recipient.

    Args:
        rest: What the user has paid for the rest of the current period, in minor units. None if
            this is the price of the plan for that time.
    """
    next_period.keep_no_terms(subscription)
    subscription.plan_version_id = version.id
    subscription.period_price = version.price
    if rest is not None and not restarts_period:
        start, end = subscription.period_start, next_period.get_paid_end(subscription)
        subscription.period_price = billing.compute_whole(rest, start, end, clock.now())
    if subscription.origin == "gift":
        subscription.origin, subscription.period_number = "purchase", 1
    if restarts_period:
        subscription.period_number += 1
        await set_period(session, subscription, version, start=clock.now(), is_anchor=True)
    next_period.end_grace(subscription)
    if subscription.status != "active":
        statuses.set_subscription_status(subscription, "active")
        subscription.canceled_at, subscription.cancel_reason = None, ""
    plan_renewal(subscription)
    await session.flush()
    record_change(session, subscription)


async def give_for_credit(
    session: AsyncSession, user_id: int, version: PlanVersion, price: Price
) -> UserSubscription:
    """Give a user a plan for which nothing is left to pay, because of their credit or old plan."""
    if price.kind == "upgrade":
        subscription = await locking.find_live_subscription(session, user_id)
        assert subscription is not None  # because it was priced in this transaction
        await change_plan(session, subscription, version, restarts_period=price.restarts_period)
    else:
        subscription = await start_subscription(
            session, user_id=user_id, version=version, origin="purchase", value=price.credit
        )
    await credit.change_balance(session, user_id, version.currency, -price.credit, "used")
    await credit.change_balance(session, user_id, version.currency, price.surplus, "plan_change")
    return subscription


async def start_next_period(session: AsyncSession, subscription: UserSubscription) -> None:
    """Begin the next period, which was paid.

    It begins where the current one ends, without the days on which the user had no access. A
    subscription that was canceled meanwhile stays canceled.
    """
    upcoming = await next_period.find_next_period(session, subscription)
    now = clock.now()
    has_gap = subscription.access_until < now
    next_period.begin_next_period(subscription, upcoming)
    subscription.period_number += 1
    subscription.renewal_attempts = 0
    start = next_period.compute_next_start(subscription, now)
    await set_period(session, subscription, upcoming.version, start=start, is_anchor=has_gap)
    if subscription.status == "past_due":
        statuses.set_subscription_status(subscription, "active")
    if subscription.status == "active":
        plan_renewal(subscription)
    await session.flush()
    record_change(session, subscription)


async def renew_for_credit(
    session: AsyncSession, subscription: UserSubscription, upcoming: next_period.NextPeriod
) -> None:
    await start_next_period(session, subscription)
    await credit.change_balance(
        session, subscription.user_id, upcoming.version.currency, -upcoming.price, "used"
    )


async def compute_earlier(
    session: AsyncSession, subscription: UserSubscription, at: datetime
) -> int:
    """Return what is left of the plan after whose end the current period begins.

    In minor units. 0 if the current period has begun.
    """
    if subscription.period_start <= at or subscription.replaced_id is None:
        return 0
    replaced = await session.get_one(UserSubscription, subscription.replaced_id)
    return compute_rest(replaced, at) + await compute_earlier(session, replaced, at)


async def add_rest_to_credit(
    session: AsyncSession, subscription: UserSubscription, version: PlanVersion, *, user_id: int
) -> None:
    """Add the unused part of the price of a subscription to the credit of a user."""
    now = clock.now()
    rest = compute_rest(subscription, now) + await compute_earlier(session, subscription, now)
    await credit.change_balance(session, user_id, version.currency, rest, "plan_change")


def compute_rest(subscription: UserSubscription, at: datetime) -> int:
    """Return the part of the price of the current period that is left, in minor units."""
    return billing.compute_share(
        subscription.period_price,
        subscription.period_start,
        next_period.get_paid_end(subscription),
        at,
    )


async def use_method(session: AsyncSession, subscription: UserSubscription, method_id: int) -> None:
    old = await session.get(PaymentMethod, subscription.payment_method_id or 0)
    if old is not None and old.id != method_id and old.removed_at is None:
        remove_method(session, old)
    subscription.payment_method_id = method_id
    await session.flush()


async def end_renewal(
    session: AsyncSession, subscription: UserSubscription, reason: str = ""
) -> None:
    """Cancel a subscription, which ends with the paid time, or now if that is over."""
    statuses.set_subscription_status(subscription, "canceled")
    next_period.end_grace(subscription)
    subscription.canceled_at, subscription.cancel_reason = clock.now(), reason
    subscription.next_charge_at = None
    if subscription.access_until <= clock.now():
        statuses.end_subscription(subscription, "expired")
    await session.flush()
    record_change(session, subscription)


async def end_access(session: AsyncSession, subscription: UserSubscription) -> None:
    next_period.end_grace(subscription)
    statuses.end_subscription(subscription, "revoked")
    subscription.access_until = min(subscription.access_until, clock.now())
    await session.flush()
    record_change(session, subscription)


def record_change(session: AsyncSession, subscription: UserSubscription) -> None:
    events.record(session, SubscriptionChanged(subscription.id, subscription.user_id))


async def compute_period_end(
    session: AsyncSession, version: PlanVersion, *, anchor: datetime, periods: int
) -> datetime:
    section = await site.get_settings_section(session, site.PaymentSettings)
    return billing.add_periods(
        anchor, periods, to_terms(version).period, ZoneInfo(section.time_zone)
    )


async def set_period(
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


def plan_renewal(subscription: UserSubscription) -> None:
    has_method = subscription.payment_method_id is not None
    subscription.renewal_attempts = 0
    subscription.next_charge_at = (
        _get_charge_time(subscription.access_until) if has_method else None
    )


def _get_charge_time(access_until: datetime) -> datetime:
    return access_until - policies.RENEWAL_LEAD
