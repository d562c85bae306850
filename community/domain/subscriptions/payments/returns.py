"""What happens when the buyer gets the money of a payment back."""

from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain.subscriptions.payments import changes, journal
from community.domain.subscriptions.payments.locking import find_live_subscription
from community.domain.subscriptions.payments.obstacles import get_owner_id
from community.domain.subscriptions.statuses import change_payment
from community.models import Payment, UserSubscription


async def apply_returns(session: AsyncSession, payment: Payment) -> None:
    """End what was paid if the whole amount was returned.

    The provider gives the amount back to the site if the buyer loses a dispute. The access stays
    ended, because meanwhile the user can have bought another plan.
    """
    # The payment can have succeeded in this transaction, and the queries must find it.
    await session.flush()
    payment.refunded = await journal.compute_refunded(session, payment.id)
    is_returned = payment.refunded >= payment.amount
    if payment.status == "refunded" and not is_returned:
        change_payment(payment, "succeeded")
    if payment.status != "succeeded" or not is_returned:
        return
    change_payment(payment, "refunded")
    owner_id = get_owner_id(payment)
    subscription = await find_live_subscription(session, owner_id) if owner_id else None
    if subscription is None:
        return
    later = await _count_later(session, payment, subscription)
    if later is not None:
        await _take_back(session, payment, subscription, is_last=later == 0)


async def _take_back(
    session: AsyncSession, payment: Payment, subscription: UserSubscription, *, is_last: bool
) -> None:
    """End the access. If the time that was paid has not begun, the time before it stays.

    Args:
        is_last: Whether nothing was paid for the subscription afterwards.
    """
    is_ahead = (
        is_last
        and subscription.period_start > clock.now()
        and subscription.period_number == payment.period_number
        and subscription.plan_version_id == payment.plan_version_id
    )
    if is_ahead and payment.kind == "renewal" and await _is_rest_paid(session, payment):
        await changes.return_to_previous_period(session, subscription, credit=payment.credit)
        payment.period_number = None
        if subscription.status != "canceled":
            await changes.end_renewal(session, subscription)
        return
    await changes.end_access(session, subscription)
    if is_ahead:
        await changes.continue_replaced(session, subscription)


async def _is_rest_paid(session: AsyncSession, renewal: Payment) -> bool:
    """Return whether no payment for the period before a renewal was returned."""
    for row in await _list_payments(session, renewal.subscription_id, "succeeded", "refunded"):
        if row.id == renewal.id:
            continue
        if row.status == "refunded":
            return False
        if _is_full_price(row):
            return True
    return False


async def _count_later(
    session: AsyncSession, payment: Payment, subscription: UserSubscription
) -> int | None:
    """Return how many payments for the current period came after one that has paid for it.

    None if the payment has not paid for the current period, in full or in part.

    A change of the plan deducts what is left of the old one, and a renewal deducts the credit. So
    the current period depends on all payments back to the last one of a full price.
    """
    rows = await _list_payments(session, subscription.id, "succeeded")
    for later, row in enumerate(rows):
        if row.id == payment.id:
            return later
        if _is_full_price(row):
            return None
    return None


def _is_full_price(payment: Payment) -> bool:
    return payment.kind != "upgrade" and payment.credit == 0


async def _list_payments(
    session: AsyncSession, subscription_id: int | None, *statuses: str
) -> Sequence[Payment]:
    """Return the payments for a subscription, the last one first."""
    rows = await session.scalars(
        select(Payment)
        .where(
            col(Payment.subscription_id) == subscription_id,
            col(Payment.status).in_(statuses),
            # A renewal that was returned before its period began has none.
            col(Payment.period_number).is_not(None),
        )
        .order_by(col(Payment.succeeded_at).desc())
    )
    return rows.all()
