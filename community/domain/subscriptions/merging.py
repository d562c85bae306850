"""The function that moves subscriptions and payments to the account that remains after a merge."""

from typing import Any

from sqlalchemy import ColumnElement, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain.subscriptions import credit
from community.domain.subscriptions.periods import changes
from community.domain.subscriptions.periods.locking import find_live_subscription, lock_user
from community.domain.subscriptions.periods.next_period import get_paid_end
from community.domain.subscriptions.statuses import end_subscription, is_unfinished
from community.models import (
    BillingDetails,
    Payment,
    PaymentMethod,
    PlanVersion,
    PurchaseConsent,
    UserSubscription,
)


async def move_subscriptions(session: AsyncSession, *, source_id: int, target_id: int) -> int:
    """Move everything at once, and return the number of subscriptions and payments.

    If both accounts have a live subscription, the paid one stays, or else the one with the longer
    access. What is left of the other one becomes credit.
    """
    for user_id in sorted((source_id, target_id)):
        await lock_user(session, user_id)
    await _end_lesser_subscription(session, source_id, target_id)
    moved = await credit.move_credit(session, source_id=source_id, target_id=target_id)
    moved += await _move_billing_details(session, source_id, target_id)
    for column in (UserSubscription.user_id, PaymentMethod.user_id, Payment.recipient_id):
        moved += await _move(session, column, source_id, target_id)
    await _move(session, PurchaseConsent.user_id, source_id, target_id)
    is_open_purchase = is_unfinished & (col(Payment.kind) != "renewal")
    open_purchase = select(Payment.id).where(Payment.user_id == target_id, is_open_purchase)
    if await session.scalar(open_purchase.limit(1)) is None:
        return moved + await _move(session, Payment.user_id, source_id, target_id)
    # A user has one unfinished purchase. That of the closed account is canceled by the schedule,
    # or its money is returned.
    return moved + await _move(session, Payment.user_id, source_id, target_id, ~is_open_purchase)


async def _move(
    session: AsyncSession,
    column: Any,
    source_id: int,
    target_id: int,
    *conditions: ColumnElement[bool],
) -> int:
    result: Any = await session.execute(
        update(column.class_)
        .where(column == source_id, *conditions)
        .values({column: target_id})
        .execution_options(synchronize_session=False)
    )
    return int(result.rowcount)


async def _move_billing_details(session: AsyncSession, source_id: int, target_id: int) -> int:
    """Move the billing details, unless the other account has its own."""
    if await session.get(BillingDetails, target_id) is not None:
        return 0
    return await _move(session, BillingDetails.user_id, source_id, target_id)


async def _end_lesser_subscription(session: AsyncSession, source_id: int, target_id: int) -> None:
    found = [await find_live_subscription(session, user_id) for user_id in (source_id, target_id)]
    live = [subscription for subscription in found if subscription is not None]
    if len(live) < 2:
        return
    lesser = min(live, key=lambda item: (item.period_number > 0, get_paid_end(item)))
    version = await session.get_one(PlanVersion, lesser.plan_version_id)
    await changes.add_rest_to_credit(session, lesser, version, user_id=target_id)
    end_subscription(lesser, "expired")
    await session.flush()
    changes.record_change(session, lesser)
