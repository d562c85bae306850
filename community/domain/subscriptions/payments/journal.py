"""The append-only journal of the money that providers took and returned."""

from collections.abc import Iterable
from uuid import UUID

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.db.statements import insert
from community.domain.subscriptions.events import MoneyMoved
from community.gateways.payments import Movement
from community.models import MoneyMovement, Payment


async def record_movements(
    session: AsyncSession, payment: Payment, movements: Iterable[Movement]
) -> None:
    """Add the movements that the journal does not have yet."""
    for movement in movements:
        added = await session.scalar(
            insert(session, MoneyMovement)
            .values(
                payment_id=payment.id,
                provider=payment.provider,
                kind=movement.kind,
                reference=movement.reference,
                amount=movement.amount,
                currency=movement.currency,
                created_at=clock.now(),
            )
            .on_conflict_do_nothing()
            .returning(MoneyMovement.id)
        )
        if added is not None:
            events.record(session, MoneyMoved(payment.id))


async def compute_refunded(session: AsyncSession, payment_id: UUID) -> int:
    """Return how much of a payment was returned, in minor units."""
    total = await session.scalar(
        select(func.sum(MoneyMovement.amount)).where(
            MoneyMovement.payment_id == payment_id, col(MoneyMovement.kind) != "charge"
        )
    )
    return max(-int(total or 0), 0)


async def is_disputed(session: AsyncSession, payment_id: UUID) -> bool:
    """Return whether the bank of the buyer has ever taken the money back."""
    query = select(MoneyMovement.id).where(
        MoneyMovement.payment_id == payment_id, MoneyMovement.kind == "dispute"
    )
    return await session.scalar(query.limit(1)) is not None


async def list_used_providers(session: AsyncSession) -> set[str]:
    """Return the names of the providers with which users have begun to pay."""
    return set(await session.scalars(select(Payment.provider).distinct()))


async def compute_balances(session: AsyncSession) -> dict[tuple[str, str], int]:
    """Return the sum of all movements for each provider and currency, in minor units."""
    rows = await session.execute(
        select(MoneyMovement.provider, MoneyMovement.currency, func.sum(MoneyMovement.amount))
        .group_by(col(MoneyMovement.provider), col(MoneyMovement.currency))
        .order_by(col(MoneyMovement.provider), col(MoneyMovement.currency))
    )
    return {(provider, currency): int(total) for provider, currency, total in rows}
