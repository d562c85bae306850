"""What a user gets back when the last thing that they have bought is returned."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain.subscriptions import statuses, vat
from community.domain.subscriptions.periods import changes, next_period
from community.models import Payment, PlanVersion, UserSubscription

# What a change of the plan replaces, and what comes back when the change is returned.
_VALUES: Final = (
    *("plan_version_id", "origin", "period_number", "anchor_period", "period_price"),
    *("cancel_reason", "discount_percent", "discount_periods", "price_change_id"),
)
_TIMES: Final = ("anchor_at", "period_start", "access_until", "canceled_at")


def describe_replaced(subscription: UserSubscription) -> dict[str, Any]:
    """Return what `return_to_replaced` needs, as JSON, before the plan is changed."""
    times = {name: getattr(subscription, name) for name in _TIMES}
    times["access_until"] = next_period.get_paid_end(subscription)
    return {
        **{name: getattr(subscription, name) for name in _VALUES},
        **{name: time.isoformat() if time else None for name, time in times.items()},
        "has_method": subscription.payment_method_id is not None,
    }


def set_values(
    subscription: UserSubscription, values: Mapping[str, Any], *, lost: timedelta = timedelta(0)
) -> None:
    """Set what `describe_replaced` has returned, with the period moved by `lost`."""
    for name in _VALUES:
        setattr(subscription, name, values[name])
    for name in _TIMES:
        time = datetime.fromisoformat(values[name]) if values[name] else None
        setattr(subscription, name, time + lost if time and name != "canceled_at" else time)


async def return_to_replaced(
    session: AsyncSession, subscription: UserSubscription, upgrade: Payment
) -> bool:
    """Give the plan back that an upgrade has replaced.

    It is renewed as before, with the card that renewals charge now.
    """
    replaced = upgrade.replaced
    if datetime.fromisoformat(replaced["access_until"]) <= clock.now():
        return False
    set_values(subscription, replaced)
    if not replaced["has_method"]:
        subscription.payment_method_id = None
    if subscription.canceled_at is None:
        changes.plan_renewal(subscription)
    else:
        statuses.set_subscription_status(subscription, "canceled")
        subscription.next_charge_at = None
    await session.flush()
    changes.record_change(session, subscription)
    return True


async def restart_current_period(session: AsyncSession, subscription: UserSubscription) -> None:
    """Begin the current period now, because the time before it was returned."""
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    await changes.set_period(session, subscription, version, start=clock.now(), is_anchor=True)
    if subscription.next_charge_at is not None:
        changes.plan_renewal(subscription)
    await session.flush()
    changes.record_change(session, subscription)


async def return_to_previous_period(
    session: AsyncSession, subscription: UserSubscription, renewal: Payment
) -> None:
    """Take back the current period, which was renewed and returned before it began.

    Its terms can be those of a price change.
    """
    version = await session.get_one(PlanVersion, subscription.plan_version_id)
    next_period.return_discount(subscription, renewal, version)
    subscription.period_number -= 1
    version = await _find_version(session, subscription) or version
    subscription.plan_version_id = version.id
    subscription.period_price = await _find_sold_price(session, subscription, version)
    periods = subscription.period_number - subscription.anchor_period
    start = await changes.compute_period_end(
        session, version, anchor=subscription.anchor_at, periods=periods
    )
    await changes.set_period(session, subscription, version, start=start, is_anchor=False)
    await session.flush()
    changes.record_change(session, subscription)


async def _find_version(
    session: AsyncSession, subscription: UserSubscription
) -> PlanVersion | None:
    return await session.scalar(
        select(PlanVersion)
        .join(Payment, col(Payment.plan_version_id) == col(PlanVersion.id))
        .where(
            Payment.subscription_id == subscription.id,
            Payment.period_number == subscription.period_number,
            Payment.status == "succeeded",
        )
        .order_by(col(Payment.succeeded_at).desc())
        .limit(1)
    )


async def _find_sold_price(
    session: AsyncSession, subscription: UserSubscription, version: PlanVersion
) -> int:
    payment = await session.scalar(
        select(Payment).where(
            Payment.subscription_id == subscription.id,
            Payment.period_number == subscription.period_number,
            Payment.plan_version_id == version.id,
            col(Payment.kind).in_(("purchase", "renewal")),
            Payment.status == "succeeded",
        )
    )
    if payment is None:
        return version.price
    paid = payment.amount - payment.refunded
    return vat.get_price_part(payment, max(paid, 0)) + payment.credit


async def continue_replaced(session: AsyncSession, ended: UserSubscription) -> None:
    """Continue the subscription that one has ended which was returned.

    It does not continue if its time is over, if it has become credit, or if its own payment was
    returned too.
    """
    replaced = await session.get(UserSubscription, ended.replaced_id or 0)
    if replaced is None or replaced.access_until <= clock.now():
        return
    if replaced.period_price and ended.period_start != replaced.access_until:
        return
    returned = select(Payment.id).where(
        Payment.subscription_id == replaced.id, Payment.status == "refunded"
    )
    if await session.scalar(returned.limit(1)) is None:
        statuses.continue_subscription(replaced)
        await session.flush()
        changes.record_change(session, replaced)
