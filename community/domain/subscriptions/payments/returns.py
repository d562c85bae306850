"""What happens when the buyer gets the money of a payment back."""

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain.subscriptions.payments import changes, journal
from community.domain.subscriptions.payments.locking import find_live_subscription
from community.domain.subscriptions.payments.obstacles import get_owner_id
from community.domain.subscriptions.statuses import change_payment
from community.models import Payment, UserSubscription


async def apply_returns(session: AsyncSession, payment: Payment) -> None:
    """End the access if the whole amount was returned.

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
    if subscription is not None and await _has_paid(session, payment, subscription):
        await changes.end_access(session, subscription)


async def _has_paid(
    session: AsyncSession, payment: Payment, subscription: UserSubscription
) -> bool:
    """Return whether a payment has paid for the current period, in full or in part.

    A change of the plan deducts what is left of the old one, and a renewal deducts the credit. So
    the current period depends on all payments back to the last one of a full price.
    """
    rows = await session.scalars(
        select(Payment)
        .where(
            col(Payment.subscription_id) == subscription.id,
            col(Payment.status) == "succeeded",
        )
        .order_by(col(Payment.succeeded_at).desc())
    )
    for row in rows:
        if row.id == payment.id:
            return True
        if row.kind != "upgrade" and row.credit == 0:
            return False
    return False
