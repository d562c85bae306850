"""What happens when the buyer gets the money of a payment back."""

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.domain.subscriptions import credit, vat
from community.domain.subscriptions.payments import failed_returns, journal, paid_periods, restoring
from community.domain.subscriptions.payments.obstacles import get_owner_id
from community.domain.subscriptions.periods import changes
from community.domain.subscriptions.periods.locking import find_live_subscription
from community.domain.subscriptions.statuses import change_payment
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
        change_payment(payment, "succeeded")
        if not await journal.is_disputed(session, payment.id):
            await failed_returns.restore(session, payment, failed=before - payment.refunded)
    elif payment.status == "succeeded" and payment.refunded != before:
        await _apply(session, payment, before=before, is_returned=is_returned)


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
    subscription = await find_live_subscription(session, owner_id) if owner_id else None
    later = None
    if subscription is not None:
        later = await paid_periods.count_later(session, payment, subscription)
    if is_returned and subscription is not None and later is not None:
        payment.taken_back = failed_returns.describe_taken(payment, subscription, before)
    if owner_id and await paid_periods.has_become_credit(session, payment, owner_id):
        returned = await credit.withdraw_returned(session, owner_id, payment, returned)
    if subscription is not None and later is not None:
        subscription.period_price = max(subscription.period_price - returned, 0)
        await session.flush()
    if not is_returned:
        return
    change_payment(payment, "refunded")
    await credit.restore_of_payment(session, payment)
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
        await restoring.begin_now(session, subscription)


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
        await restoring.continue_replaced(session, subscription)


async def _restore(session: AsyncSession, payment: Payment, subscription: UserSubscription) -> bool:
    """Return a subscription to what it was before its last payment. Return False if it cannot be.

    After a dispute and after an early renewal, it is not renewed.
    """
    if not await paid_periods.is_rest_paid(session, payment):
        return False
    if payment.kind == "renewal" and subscription.period_start > clock.now():
        await restoring.return_to_previous_period(session, subscription, payment)
        is_renewed = False
    elif payment.kind == "upgrade":
        if not await restoring.return_to_replaced(session, subscription, payment):
            return False
        is_renewed = not await journal.is_disputed(session, payment.id)
    else:
        return False
    if not is_renewed and subscription.status != "canceled":
        await changes.end_renewal(session, subscription)
    return True
