"""The refunds by administrators: their states, and what can still be returned."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final
from uuid import UUID

from sqlalchemy import ColumnElement, exists, func, not_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core import clock, events
from community.core.errors import NotFound
from community.domain.subscriptions.events import RefundChanged
from community.domain.subscriptions.payments.queries import load_order
from community.domain.subscriptions.payments.schemas import Order
from community.domain.subscriptions.pending_batches import limit_to_batch
from community.domain.subscriptions.periods.locking import lock_payment
from community.gateways.payments import ProviderRefund
from community.i18n import gettext as _
from community.models import Payment, PaymentRefund

# The money may be on its way to the buyer.
UNFINISHED_REFUNDS: Final = ("created", "pending")
# Administrators see a refund that has failed for this long.
SHOWN_FAILURES: Final = timedelta(days=30)
# The changes that a provider can report. A refund that has succeeded can still fail.
_CHANGES: Final = {
    "created": frozenset({"pending", "succeeded", "failed"}),
    "pending": frozenset({"succeeded", "failed"}),
    "succeeded": frozenset({"failed"}),
    "failed": frozenset[str](),
}


@dataclass(frozen=True, slots=True)
class RefundOrder:
    """A refund that the provider must be asked for.

    Attributes:
        order: The payment.
        status: The state of the refund.
    """

    refund_id: UUID
    order: Order
    amount: int
    status: str
    created_at: datetime


async def compute_refundable(session: AsyncSession, payment: Payment) -> int:
    """Return how much of a payment can be returned, in minor units.

    Refunds that have no result yet count as returned.
    """
    if payment.status != "succeeded":
        return 0
    query = select(func.sum(PaymentRefund.amount)).where(
        col(PaymentRefund.payment_id) == payment.id,
        col(PaymentRefund.status).in_(UNFINISHED_REFUNDS),
    )
    waiting = int(await session.scalar(query) or 0)
    return max(payment.amount - payment.refunded - waiting, 0)


async def record_refunds(
    session: AsyncSession, payment: Payment, reported: Sequence[ProviderRefund]
) -> UUID | None:
    """Apply the states that the provider reports of the refunds of a locked payment.

    Returns:
        The id of a refund that has succeeded now, or None.
    """
    by_key = {item.key: item for item in reported if item.key}
    succeeded = None
    if not by_key:
        return None
    for row in await list_refunds(session, payment.id):
        item = by_key.get(str(row.id))
        if item is None or item.status not in _CHANGES[row.status]:
            continue
        _change(session, row, item.status, reference=item.reference, failure=item.failure)
        if item.status == "succeeded":
            succeeded = row.id
    return succeeded


async def fail_refund(session: AsyncSession, refund_id: UUID, code: str) -> None:
    """End a refund that the provider has refused. One that the provider has made stays.

    Args:
        code: The code of the provider for the reason.
    """
    row = await session.get(PaymentRefund, refund_id)
    if row is None:
        return
    await lock_payment(session, row.payment_id)
    await session.refresh(row)
    if row.status == "created":
        _change(session, row, "failed", reference="", failure=code)


async def list_refunds(session: AsyncSession, payment_id: UUID) -> Sequence[PaymentRefund]:
    """Return the refunds of a payment by administrators, oldest first."""
    rows = await session.scalars(
        select(PaymentRefund)
        .where(col(PaymentRefund.payment_id) == payment_id)
        .order_by(col(PaymentRefund.created_at), col(PaymentRefund.id))
    )
    return rows.all()


def is_failed_refund(payment_id: Any) -> ColumnElement[bool]:
    """Return the condition for payments with a refund that has failed and was not made again.

    A refund that the provider has refused does not count, because the administrator saw it at once.
    """
    again = aliased(PaymentRefund)
    return exists().where(
        col(PaymentRefund.payment_id) == payment_id,
        col(PaymentRefund.status) == "failed",
        col(PaymentRefund.reference) != "",
        col(PaymentRefund.ended_at) > clock.now() - SHOWN_FAILURES,
        not_(
            exists().where(
                col(again.payment_id) == col(PaymentRefund.payment_id),
                col(again.created_at) > col(PaymentRefund.created_at),
            )
        ),
    )


async def count_failed(session: AsyncSession) -> int:
    """Return how many payments have a refund that has failed and was not made again."""
    query = select(func.count()).select_from(Payment).where(is_failed_refund(col(Payment.id)))
    return int(await session.scalar(query) or 0)


async def load_refund_order(session: AsyncSession, refund_id: UUID) -> RefundOrder:
    """Return what to ask the provider for.

    Raises:
        NotFound: There is no such refund.
    """
    row = await session.get(PaymentRefund, refund_id)
    if row is None:
        raise NotFound(_("Payment not found"))
    return await _to_order(session, row)


async def list_unfinished_refunds(
    session: AsyncSession,
    *,
    before: datetime,
    after: tuple[datetime, UUID] | None,
    limit: int,
) -> list[RefundOrder]:
    """Return refunds without a result, oldest first.

    Args:
        before: Refunds that began later are left out.
        after: The time and the id of the last refund of the previous batch.
    """
    query = select(PaymentRefund).where(col(PaymentRefund.status).in_(UNFINISHED_REFUNDS))
    batch = limit_to_batch(query, PaymentRefund, before=before, after=after, limit=limit)
    rows = (await session.scalars(batch)).all()
    return [await _to_order(session, row) for row in rows]


async def _to_order(session: AsyncSession, row: PaymentRefund) -> RefundOrder:
    order = await load_order(session, row.payment_id)
    return RefundOrder(row.id, order, row.amount, row.status, row.created_at)


def _change(
    session: AsyncSession, row: PaymentRefund, status: str, *, reference: str, failure: str
) -> None:
    row.status, row.failure = status, failure[:80]
    row.reference = reference or row.reference
    if status not in UNFINISHED_REFUNDS:
        row.ended_at = clock.now()
    events.record(session, RefundChanged(row.id, row.payment_id, status))
