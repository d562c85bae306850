"""What receipts say about the time that was paid and about the next renewal."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.subscriptions import billing_details, statuses
from community.domain.subscriptions.checkout.facts import RenewalPrices
from community.domain.subscriptions.checkout.texts import describe_end, describe_renewal
from community.domain.subscriptions.periods.next_period import find_next_period, has_discount
from community.i18n import formats, gettext as _
from community.models import Payment, UserSubscription


def describe_period(payment: Payment) -> str:
    """Return the time that was paid, or "" if nothing was given for the payment."""
    if payment.period_start is None or payment.period_end is None:
        return ""
    return _(
        "{start} – {end}",
        start=formats.format_full_date(payment.period_start),
        end=formats.format_full_date(payment.period_end),
    )


async def describe_renewal_of(session: AsyncSession, payment: Payment) -> str:
    """Return the sentence about the next renewal or the end of the plan that was paid.

    Return "" if the subscription has ended, or if a later payment has moved its end.
    """
    subscription = await session.get(UserSubscription, payment.subscription_id or 0)
    if (
        subscription is None
        or subscription.status not in statuses.LIVE_STATUSES
        or subscription.access_until != payment.period_end
    ):
        return ""
    if subscription.next_charge_at is None:
        return describe_end(subscription.access_until)
    upcoming = await find_next_period(session, subscription)
    buyer = await billing_details.load_vat(session, subscription.user_id)
    currency = upcoming.version.currency
    prices = RenewalPrices(
        buyer.compute(upcoming.price, currency).gross,
        buyer.compute(upcoming.version.price, currency).gross,
        (subscription.discount_periods or 0) if has_discount(subscription) else 0,
    )
    return describe_renewal(subscription.access_until, upcoming.version, prices)
