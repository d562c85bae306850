"""What the next period of a subscription costs: its terms, and the discount of a promo code."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.subscriptions import policies, vat
from community.domain.subscriptions.payments.grace import get_paid_end
from community.domain.subscriptions.payments.prices import has_discount, lower_price
from community.models import Payment, PlanPriceChange, PlanVersion, PromoCode, UserSubscription


@dataclass(frozen=True, slots=True)
class NextPeriod:
    """The terms of the next period.

    Attributes:
        price: What it costs before the credit is used, in minor units.
    """

    version: PlanVersion
    price: int


async def find_next_period(session: AsyncSession, subscription: UserSubscription) -> NextPeriod:
    """Return what the next renewal is for, and what it costs."""
    version_id = subscription.plan_version_id
    change = await find_price_change(session, subscription)
    if change is not None and is_due(subscription, change):
        version_id = change.version_id
    version = await session.get_one(PlanVersion, version_id)
    percent = subscription.discount_percent if has_discount(subscription) else 0
    return NextPeriod(version, lower_price(version.price, percent))


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
