"""Finds out which payments have paid for what a user has now."""

from collections.abc import Sequence

from sqlalchemy import and_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain.subscriptions import credit
from community.models import Payment, UserSubscription


async def is_rest_paid(session: AsyncSession, payment: Payment) -> bool:
    """Return whether no payment for what the subscription was before was returned."""
    for row in await _list_payments(session, payment.subscription_id, "succeeded", "refunded"):
        if row.id == payment.id:
            continue
        if row.status == "refunded":
            return False
        if _is_full_price(row):
            return True
    return True


async def count_later(
    session: AsyncSession, payment: Payment, subscription: UserSubscription
) -> int | None:
    """Return how many payments for the current period came after one that has paid for it.

    None if the payment has not paid for the current period, in full or in part.

    A change of the plan deducts what is left of the old one, and purchases and renewals use the
    credit. So the current period depends on all payments back to the last one of a full price,
    which can have been for an earlier subscription.
    """
    rows = [*await _list_payments(session, subscription.id, "succeeded")]
    if subscription.origin == "purchase":
        others = await _list_of_owner(session, subscription.user_id, payment.currency)
        rows += [row for row in others if row.subscription_id != subscription.id]
    for later, row in enumerate(rows):
        if row.id == payment.id:
            return later
        if _is_full_price(row):
            return None
    return None


async def has_become_credit(session: AsyncSession, payment: Payment, owner_id: int) -> bool:
    """Return whether a plan was changed that the payment has paid for, in full or in part."""
    rows = await _list_of_owner(session, owner_id, payment.currency)
    for changed_at in await credit.list_changes(session, owner_id, payment.currency):
        for row in rows:
            if row.succeeded_at is None or row.succeeded_at > changed_at:
                continue
            if row.id == payment.id:
                return True
            if _is_full_price(row):
                break
    return False


def _is_full_price(payment: Payment) -> bool:
    return payment.kind != "upgrade" and payment.credit == 0


async def _list_of_owner(session: AsyncSession, owner_id: int, currency: str) -> Sequence[Payment]:
    """Return the payments for plans of a user that have succeeded, the last one first."""
    rows = await session.scalars(
        select(Payment)
        .where(
            or_(
                and_(col(Payment.user_id) == owner_id, col(Payment.kind) != "gift"),
                col(Payment.recipient_id) == owner_id,
            ),
            Payment.currency == currency,
            Payment.status == "succeeded",
        )
        .order_by(col(Payment.succeeded_at).desc())
    )
    return rows.all()


async def _list_payments(
    session: AsyncSession, subscription_id: int | None, *statuses: str
) -> Sequence[Payment]:
    """Return the payments for a subscription, the last one first."""
    rows = await session.scalars(
        select(Payment)
        .where(
            col(Payment.subscription_id) == subscription_id,
            col(Payment.status).in_(statuses),
            # What was returned and did not end the subscription has none.
            col(Payment.period_number).is_not(None),
        )
        .order_by(col(Payment.succeeded_at).desc())
    )
    return rows.all()
