"""What a user gets back when a refund fails that the provider had reported as made.

The bank of the buyer can send a refund back for 30 days. Until then, what was paid has been taken
back, so what the subscription was before is stored with the payment.
"""

from datetime import datetime, timedelta
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.domain import people
from community.domain.subscriptions import credit, statuses, vat
from community.domain.subscriptions.events import PlanRestored
from community.domain.subscriptions.payments import plan_restoration
from community.domain.subscriptions.payments.failures import get_owner_id
from community.domain.subscriptions.periods import changes, locking
from community.models import Payment, PaymentMethod, UserSubscription


def describe_taken(payment: Payment, subscription: UserSubscription, before: int) -> dict[str, Any]:
    """Return what `restore` needs, as JSON. `before` was returned earlier, in minor units."""
    now = clock.now()
    return {
        "subscription_id": subscription.id,
        "subscription": plan_restoration.describe_replaced(subscription),
        "period_number": payment.period_number,
        "taken_at": now.isoformat(),
        "rest": changes.compute_rest(subscription, now),
        "refunded": before,
    }


async def store_result(session: AsyncSession, payment: Payment, owner_id: int) -> None:
    """Store what the user has after the return, to see later whether it has changed."""
    if payment.taken_back:
        left = await locking.find_live_subscription(session, owner_id)
        payment.taken_back = {**payment.taken_back, "left": _identify(left)}


async def restore(session: AsyncSession, payment: Payment, *, failed: int) -> None:
    """Give back what the return of a payment had taken.

    If the user has something else now, what was left of the plan becomes credit.

    Args:
        failed: How much the buyer did not get, in minor units.
    """
    taken, payment.taken_back = payment.taken_back, {}
    owner_id = get_owner_id(payment)
    if owner_id is None:
        return
    worth = vat.get_price_part(payment, failed)
    await credit.withdraw_returned(session, owner_id, payment, -worth)
    await credit.use_again(session, payment)
    if not taken:
        return
    subscription = await session.get(UserSubscription, taken["subscription_id"])
    live = await locking.find_live_subscription(session, owner_id)
    if subscription is not None and await _may_return(session, payment, taken, live):
        await _return_to(session, payment, taken, subscription, live)
        return
    amount = min(taken["rest"], worth)
    await credit.change_balance(
        *(session, owner_id, payment.currency, amount, "plan_change"), payment_id=payment.id
    )


async def _may_return(
    session: AsyncSession, payment: Payment, taken: dict[str, Any], live: UserSubscription | None
) -> bool:
    """Return whether the subscription can become again what it was before the return.

    What the user has must not have changed since the return. If the user has a live subscription,
    the earlier access must not be over now. Without one, `_return_to` adds the lost time. The
    payment of a renewal needs a period that no other payment has renewed since.
    """
    if _identify(live) != taken["left"]:
        return False
    end = datetime.fromisoformat(taken["subscription"]["access_until"])
    if live is not None and end <= clock.now():
        return False
    other = select(Payment.id).where(
        Payment.subscription_id == taken["subscription_id"],
        Payment.period_number == taken["period_number"],
        Payment.kind == "renewal",
        col(Payment.id) != payment.id,
    )
    return payment.kind != "renewal" or await session.scalar(other.limit(1)) is None


async def _return_to(
    session: AsyncSession,
    payment: Payment,
    taken: dict[str, Any],
    subscription: UserSubscription,
    live: UserSubscription | None,
) -> None:
    if live is not None and live.id != subscription.id:
        statuses.end_subscription(live, "expired")
        await session.flush()
    # Without access, the user has lost the time since the return.
    lost = timedelta(0) if live else clock.now() - datetime.fromisoformat(taken["taken_at"])
    values = taken["subscription"]
    plan_restoration.set_values(subscription, values, lost=lost)
    more = payment.refunded - taken["refunded"]  # that was returned, and stays returned
    lowered = subscription.period_price - max(vat.get_price_part(payment, more), 0)
    subscription.period_price = max(lowered, 0)
    status = "canceled" if subscription.canceled_at else "active"
    if subscription.status != status:
        statuses.set_subscription_status(subscription, status)
    subscription.ended_at = subscription.next_charge_at = None
    payment.period_number = taken["period_number"]
    if not values["has_method"] or await _is_removed(session, subscription.payment_method_id):
        subscription.payment_method_id = None
    if status == "active":
        changes.plan_renewal(subscription)
    await session.flush()
    user = await people.find_user(session, subscription.user_id)
    if status == "active" and user is not None and user.banned_at and user.banned_until is None:
        await changes.end_renewal(session, subscription)
    events.record(session, PlanRestored(subscription.id, subscription.user_id, payment.id))
    changes.record_change(session, subscription)


async def _is_removed(session: AsyncSession, method_id: int | None) -> bool:
    method = await session.get(PaymentMethod, method_id or 0)
    return method is None or method.removed_at is not None


def _identify(subscription: UserSubscription | None) -> list[int | str] | None:
    if subscription is None:
        return None
    return [
        subscription.id,
        subscription.plan_version_id,
        subscription.period_number,
        subscription.access_until.isoformat(),
    ]
