"""The states of disputes, and conditions for payments that have one."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from sqlalchemy import exists, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.domain.subscriptions.events import DisputeChanged
from community.gateways.payments import ProviderDispute
from community.models import Payment, PaymentDispute

# The provider has not decided yet.
OPEN_STATUSES: Final = ("needs_response", "under_review")

needs_response = col(PaymentDispute.status) == "needs_response"
# Whether a payment has a dispute, and one that the site must answer.
is_disputed = exists().where(col(PaymentDispute.payment_id) == col(Payment.id))
is_waiting_for_response = is_disputed.where(needs_response)


@dataclass(frozen=True, slots=True)
class UnansweredDisputes:
    """The disputes that the site must answer."""

    count: int
    due_by: datetime | None  # the next deadline, or None if there is none


async def record_disputes(
    session: AsyncSession, payment: Payment, reported: Sequence[ProviderDispute]
) -> None:
    """Store the current state of the disputes of a locked payment."""
    if not reported:
        return
    known = {row.reference: row for row in await list_disputes(session, payment.id)}
    for item in reported:
        row = known.get(item.reference)
        values = (item.status, item.reason[:40], item.amount, item.due_by)
        if row is not None and (row.status, row.reason, row.amount, row.due_by) == values:
            continue
        is_new = row is None
        if row is None:
            row = PaymentDispute(
                payment_id=payment.id,
                provider=payment.provider,
                reference=item.reference,
                currency=item.currency,
                is_test=item.is_test,
                opened_at=item.opened_at,
                status=item.status,
                reason=item.reason[:40],
                amount=item.amount,
            )
            session.add(row)
        row.status, row.reason, row.amount, row.due_by = values
        row.changed_at = clock.now()
        await session.flush()
        events.record(session, DisputeChanged(row.id, payment.id, is_new=is_new))


async def list_disputes(session: AsyncSession, payment_id: UUID) -> Sequence[PaymentDispute]:
    """Return the disputes of a payment, oldest first."""
    rows = await session.scalars(
        select(PaymentDispute)
        .where(col(PaymentDispute.payment_id) == payment_id)
        .order_by(col(PaymentDispute.id))
    )
    return rows.all()


async def count_waiting(session: AsyncSession) -> int:
    """Return how many disputes the site must answer."""
    return (await get_unanswered_disputes(session)).count


async def get_unanswered_disputes(session: AsyncSession) -> UnansweredDisputes:
    """Return how many disputes need an answer of the site, and until when the first one does."""
    row = await session.execute(
        select(func.count(), func.min(col(PaymentDispute.due_by))).where(needs_response)
    )
    count, due_by = row.one()
    return UnansweredDisputes(int(count), due_by)
