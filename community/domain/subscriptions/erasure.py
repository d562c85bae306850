"""The function that erases the subscriptions of users whose accounts are purged."""

from collections.abc import Collection

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.domain.subscriptions.payment_methods import enqueue_detachment
from community.domain.subscriptions.statistics.updates import keep_churn
from community.domain.subscriptions.statuses import is_live
from community.models import (
    BillingDetails,
    CreditBalance,
    CreditEntry,
    Payment,
    PaymentMethod,
    PaymentMethodSetup,
    PurchaseConsent,
    UserSubscription,
)


async def erase_subscriptions(session: AsyncSession, *, user_ids: Collection[int]) -> None:
    """Erase subscriptions, saved cards, credit and billing details.

    The books keep the payments, what buyers have agreed to, and the changes of the credit, which
    then name no user, and the invoices as they were issued.

    The statistics count paid subscriptions that were live as churn.
    """
    now = clock.now()
    await session.execute(
        update(UserSubscription)
        .where(col(UserSubscription.user_id).in_(user_ids), is_live)
        .values(status="revoked", ended_at=now, next_charge_at=None)
        .execution_options(synchronize_session=False)
    )
    await keep_churn(session, now, user_ids)
    for column in (Payment.user_id, Payment.recipient_id):
        await session.execute(
            update(Payment)
            .where(col(column).in_(user_ids))
            .values({col(column): None, col(Payment.message): ""})
            .execution_options(synchronize_session=False)
        )
    for kept in (CreditEntry, PurchaseConsent):
        await session.execute(
            update(kept)
            .where(col(kept.user_id).in_(user_ids))
            .values(user_id=None)
            .execution_options(synchronize_session=False)
        )
    methods = select(PaymentMethod).where(col(PaymentMethod.user_id).in_(user_ids))
    for method in await session.scalars(methods):
        enqueue_detachment(session, method, is_erased=True)
    for table in (
        *(UserSubscription, PaymentMethod, PaymentMethodSetup),
        *(BillingDetails, CreditBalance),
    ):
        await session.execute(
            delete(table)
            .where(col(table.user_id).in_(user_ids))
            .execution_options(synchronize_session=False)
        )
