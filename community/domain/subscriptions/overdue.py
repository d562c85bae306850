"""Functions that read renewals which were not paid."""

from typing import Any

from sqlalchemy import ColumnElement, and_, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.domain.subscriptions.payments.failed_renewals import waits_for_bank
from community.domain.subscriptions.payments.failures import describe_failure
from community.domain.subscriptions.schemas import OverdueRenewal
from community.models import Payment, UserSubscription
from community.models.subscriptions import LIVE_CONDITION


async def find_overdue(
    session: AsyncSession, subscription: UserSubscription
) -> OverdueRenewal | None:
    """Return the renewal of a subscription that was not paid, or None."""
    if subscription.status != "past_due":
        return None
    row = await session.scalar(
        _select(Payment).where(col(UserSubscription.id) == subscription.id).limit(1)
    )
    if row is None:
        return None
    return OverdueRenewal(
        payment_id=row.id,
        needs_action=waits_for_bank(row),
        failure=describe_failure(row.failure),
        next_attempt_at=subscription.next_charge_at,
    )


def overdue_payment_id(user_id: Any) -> ColumnElement[Any]:
    """Return the id of the last payment for the renewal that a user has not paid, or NULL."""
    return _select_of(user_id, col(Payment.id))


def must_confirm_payment(user_id: Any) -> ColumnElement[Any]:
    """Return whether their bank asks the user to confirm this payment. NULL if there is none."""
    has_card = col(Payment.payment_method_id).is_not(None)
    return _select_of(user_id, and_(col(Payment.needs_action), has_card))


def _select_of(user_id: Any, column: Any) -> ColumnElement[Any]:
    # As text, because SQLite uses a partial index only for a condition without parameters.
    is_live = text(f"user_subscriptions.{LIVE_CONDITION}")
    query: Any = (
        _select(column)
        .where(col(UserSubscription.user_id) == user_id, is_live)
        .limit(1)
        .correlate_except(Payment, UserSubscription)
    )
    found: ColumnElement[Any] = query.scalar_subquery()
    return found


def _select(column: Any) -> Any:
    """Return a query of payments for renewals that were not paid, the last one first."""
    return (
        select(column)
        .join(UserSubscription, col(UserSubscription.id) == col(Payment.subscription_id))
        .where(
            col(UserSubscription.status) == "past_due",
            col(Payment.kind) == "renewal",
            col(Payment.period_number) == col(UserSubscription.period_number) + 1,
        )
        .order_by(col(Payment.created_at).desc())
    )
