"""What a subscriber reads about the discount of a promo code and of a coming price."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.subscriptions import policies
from community.domain.subscriptions.billing import describe_price
from community.domain.subscriptions.periods.changes import compute_period_end
from community.domain.subscriptions.periods.next_period import (
    find_price_change,
    get_paid_end,
    has_discount,
)
from community.i18n import formats, ngettext
from community.i18n import gettext as _
from community.models import PlanVersion, UserSubscription


async def describe_upcoming(session: AsyncSession, subscription: UserSubscription) -> list[str]:
    """Return what lowers the next renewals, and from when they cost more or less.

    Empty if the subscription is not renewed, or if the price stays what it is.
    """
    if subscription.next_charge_at is None:
        return []
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    texts = []
    change = await find_price_change(session, subscription)
    if change is not None:
        version = await session.get_one(PlanVersion, change.version_id)
        date = formats.format_full_date(
            await find_first_renewal(session, subscription, version, change.starts_at)
        )
        texts.append(_("{price} from the renewal on {date}.", price=_describe(version), date=date))
    if has_discount(subscription):
        texts.insert(0, _describe_discount(subscription, _describe(version)))
    return texts


async def find_first_renewal(
    session: AsyncSession,
    subscription: UserSubscription,
    version: PlanVersion,
    starts_at: datetime,
) -> datetime:
    """Return the first day of the first period that is charged on a day or later.

    It is the day that buyers know as the renewal. The charge is `RENEWAL_LEAD` earlier.

    Args:
        version: The terms from then on. They have the period of the present ones.
        starts_at: The beginning of the day.
    """
    end, periods = get_paid_end(subscription), 0
    anchor = end
    while end - policies.RENEWAL_LEAD < starts_at:
        periods += 1
        end = await compute_period_end(session, version, anchor=anchor, periods=periods)
    return end


def _describe_discount(subscription: UserSubscription, later: str) -> str:
    percent, count = subscription.discount_percent, subscription.discount_periods
    if count is None:
        return _("{percent}% off all payments, as long as you keep the plan.", percent=percent)
    return ngettext(
        "{percent}% off the next payment, then {price}.",
        "{percent}% off the next {n} payments, then {price}.",
        count,
        percent=percent,
        price=later,
    )


def _describe(version: PlanVersion) -> str:
    return describe_price(version.price, version.currency, version.period)
