"""The lock that orders all changes to the payments and the subscription of a user."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db.statements import acquire_advisory_lock
from community.core.errors import NotFound
from community.domain.subscriptions.statuses import is_live
from community.i18n import gettext as _
from community.models import Payment, UserSubscription


async def lock_user(session: AsyncSession, user_id: int) -> None:
    """Let other changes to the payments and the subscription of a user wait."""
    await acquire_advisory_lock(session, f"subscription:{user_id}")


async def lock_payment(session: AsyncSession, payment_id: UUID) -> Payment:
    """Return a payment, and lock those who are affected by it: the buyer and the recipient."""
    owners = await session.execute(
        select(Payment.user_id, Payment.recipient_id).where(Payment.id == payment_id)
    )
    if (found := owners.one_or_none()) is None:
        raise NotFound(_("Payment not found"))
    # In the order of the ids, so that two transactions do not wait for each other.
    for user_id in sorted({user_id for user_id in found if user_id is not None}):
        await lock_user(session, user_id)
    rows = await session.scalars(
        select(Payment)
        .where(Payment.id == payment_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return rows.one()


async def find_live_subscription(session: AsyncSession, user_id: int) -> UserSubscription | None:
    """Return the live subscription of a user who is locked, or None."""
    return await session.scalar(
        select(UserSubscription)
        .where(col(UserSubscription.user_id) == user_id, is_live)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
