"""What happens when the buyer gets the money of a payment back."""

from collections.abc import Sequence

from sqlalchemy import and_, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain.subscriptions import credit, vat
from community.domain.subscriptions.payments import failed_returns, journal, plan_restoration
from community.domain.subscriptions.payments.failures import get_owner_id
from community.domain.subscriptions.periods import changes, locking
from community.domain.subscriptions.statuses import set_payment_status
from community.models import Payment, UserSubscription


async def apply_returns(session: AsyncSession, payment: Payment) -> None:
    """Take back what was paid with the money that the buyer got back.

    First the credit that came from it becomes less, and then the worth of the current period. If
    the whole amount was returned, what was paid ends, and the credit that paid a part of the price
    comes back.

    The provider gives the amount back to the site if the buyer loses a dispute. The access stays
    ended, because the buyer has said that they did not want it. After a refund that has failed, the
    buyer gets back what it has taken.
    """
    # The payment can have succeeded in this transaction, and the queries must find it.
    await session.flush()
    before = payment.refunded
    payment.refunded = await journal.compute_refunded(session, payment.id)
    is_returned = payment.refunded >= payment.amount
    if payment.status == "refunded" and not is_returned:
        set_payment_status(payment, "succeeded")
        if not await journal.is_disputed(session, payment.id):
            await failed_returns.restore(session, payment, failed=before - payment.refunded)
    elif payment.status == "succeeded" and payment.refunded != before:
        await _apply(session, payment, before=before, is_returned=is_returned)


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


async def _apply(
    session: AsyncSession, payment: Payment, *, before: int, is_returned: bool
) -> None:
    """Apply what was returned in addition.

    Args:
        before: What had been returned earlier, in minor units. More than now if the provider has
            taken the money again.
        is_returned: Whether the whole amount was returned.
    """
    # In prices.
    returned = vat.get_price_part(payment, payment.refunded) - vat.get_price_part(payment, before)
    owner_id = get_owner_id(payment)
    subscription = await locking.find_live_subscription(session, owner_id) if owner_id else None
    later = None
    if subscription is not None:
        later = await count_later(session, payment, subscription)
    if is_returned and subscription is not None and later is not None:
        payment.taken_back = failed_returns.describe_taken(payment, subscription, before)
    if owner_id and await has_become_credit(session, payment, owner_id):
        returned = await credit.withdraw_returned(session, owner_id, payment, returned)
    if subscription is not None and later is not None:
        subscription.period_price = max(subscription.period_price - returned, 0)
        await session.flush()
    if not is_returned:
        return
    set_payment_status(payment, "refunded")
    await credit.restore_for_payment(session, payment)
    if subscription is None:
        return
    await _end_what_was_paid(session, payment, subscription, later)
    await failed_returns.store_result(session, payment, subscription.user_id)


async def _end_what_was_paid(
    session: AsyncSession, payment: Payment, subscription: UserSubscription, later: int | None
) -> None:
    """Take back what a payment has paid whose whole amount was returned.

    Args:
        later: How many payments for the current period came later. None if it does not depend on
            the payment.
    """
    if later is not None:
        # The access stays if all of the money had become credit, and was not used.
        worth = vat.get_price_part(payment, payment.amount)
        if await credit.compute_withdrawn(session, payment.id) < worth:
            await _take_back(session, payment, subscription, is_last=later == 0)
    elif (
        payment.subscription_id == subscription.replaced_id
        and subscription.period_start > clock.now()
    ):
        await plan_restoration.restart_current_period(session, subscription)


async def _take_back(
    session: AsyncSession, payment: Payment, subscription: UserSubscription, *, is_last: bool
) -> None:
    """End the access. What the user had before the payment comes back if its time is not over.

    Args:
        is_last: Whether nothing was paid for the subscription afterwards.
    """
    is_current = (
        is_last
        and subscription.period_number == payment.period_number
        and subscription.plan_version_id == payment.plan_version_id
    )
    if is_current and await _restore(session, payment, subscription):
        # The subscription does not depend on the payment any more.
        payment.period_number = None
        return
    await changes.end_access(session, subscription)
    if is_current:
        await plan_restoration.continue_replaced(session, subscription)


async def _restore(session: AsyncSession, payment: Payment, subscription: UserSubscription) -> bool:
    """Return a subscription to what it was before its last payment. Return False if it cannot be.

    After a dispute and after an early renewal, it is not renewed.
    """
    if not await is_rest_paid(session, payment):
        return False
    if payment.kind == "renewal" and subscription.period_start > clock.now():
        await plan_restoration.return_to_previous_period(session, subscription, payment)
        is_renewed = False
    elif payment.kind == "upgrade":
        if not await plan_restoration.return_to_replaced(session, subscription, payment):
            return False
        is_renewed = not await journal.is_disputed(session, payment.id)
    else:
        return False
    if not is_renewed and subscription.status != "canceled":
        await changes.end_renewal(session, subscription)
    return True


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
