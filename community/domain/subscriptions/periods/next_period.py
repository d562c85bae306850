"""When the next period begins and what it costs: the days of grace, terms and discounts."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.domain import site
from community.domain.subscriptions import billing, policies, vat
from community.models import Payment, PlanPriceChange, PlanVersion, PromoCode, UserSubscription


def get_paid_end(subscription: UserSubscription) -> datetime:
    return subscription.paid_until or subscription.access_until


def compute_next_start(subscription: UserSubscription, now: datetime) -> datetime:
    """Return when a period begins that is paid now.

    It begins where the paid time ends. Users do not pay for the days without access after that,
    but for the days of grace.
    """
    days_without_access = max(now - subscription.access_until, timedelta(0))
    return get_paid_end(subscription) + days_without_access


async def begin_grace(session: AsyncSession, subscription: UserSubscription) -> None:
    """Let the access continue after the paid time. Access that has ended does not come back."""
    if subscription.paid_until is not None or subscription.access_until <= clock.now():
        return
    section = await site.get_settings_section(session, site.PaymentSettings)
    if section.grace_days:
        subscription.paid_until = subscription.access_until
        subscription.access_until += timedelta(days=section.grace_days)


def end_grace(subscription: UserSubscription) -> None:
    """Let the access end with the paid time, or now if that is over."""
    if subscription.paid_until is None:
        return
    now = clock.now()
    if subscription.paid_until > now:
        subscription.access_until, subscription.paid_until = subscription.paid_until, None
    else:
        subscription.access_until = min(subscription.access_until, now)


@dataclass(frozen=True, slots=True)
class NextPeriod:
    version: PlanVersion
    price: int  # what it costs before the credit is used, in minor units


async def find_next_period(session: AsyncSession, subscription: UserSubscription) -> NextPeriod:
    version_id = subscription.plan_version_id
    change = await find_price_change(session, subscription)
    if change is not None and is_due(subscription, change):
        version_id = change.version_id
    version = await session.get_one(PlanVersion, version_id)
    percent = subscription.discount_percent if has_discount(subscription) else 0
    return NextPeriod(version, billing.lower_price(version.price, percent))


async def find_price_change(
    session: AsyncSession, subscription: UserSubscription
) -> PlanPriceChange | None:
    """Return the planned change of which the user was notified, unless it was withdrawn."""
    if subscription.price_change_id is None:
        return None
    change = await session.get_one(PlanPriceChange, subscription.price_change_id)
    return change if change.withdrawn_at is None else None


def is_due(subscription: UserSubscription, change: PlanPriceChange) -> bool:
    """Return whether the next renewal takes the new price.

    What counts is the day on which it is charged at first, so that later attempts cost the same.
    """
    return get_paid_end(subscription) - policies.RENEWAL_LEAD >= change.starts_at


def begin_discount(subscription: UserSubscription, promo: PromoCode) -> None:
    """Let the code lower the renewals after the first period, which it has lowered."""
    subscription.discount_percent = promo.percent
    subscription.discount_periods = promo.periods - 1 if promo.periods else None


def keep_no_terms(subscription: UserSubscription) -> None:
    """End the discount and the planned price change, because the user changes the plan."""
    subscription.discount_percent = subscription.discount_periods = 0
    subscription.price_change_id = None


def begin_next_period(subscription: UserSubscription, upcoming: NextPeriod) -> None:
    """Apply the terms of the next period, for which the discount is used once."""
    if has_discount(subscription) and subscription.discount_periods is not None:
        subscription.discount_periods -= 1
    if subscription.plan_version_id != upcoming.version.id:
        subscription.plan_version_id, subscription.price_change_id = upcoming.version.id, None
    subscription.period_price = upcoming.price


def return_discount(subscription: UserSubscription, renewal: Payment, version: PlanVersion) -> None:
    """Undo the use of the discount for a renewal that was returned before its period began."""
    paid = vat.get_price_part(renewal, renewal.amount) + renewal.credit
    is_lowered = paid < version.price
    if is_lowered and subscription.discount_periods is not None:
        subscription.discount_periods += 1


def has_discount(subscription: UserSubscription) -> bool:
    """Return whether a promo code lowers the next renewal."""
    return subscription.discount_percent > 0 and subscription.discount_periods != 0
