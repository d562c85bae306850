"""The messages of providers: each is stored once, and applied once by a job."""

import logging
from datetime import datetime

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.db.statements import insert
from community.domain.jobs import outbox
from community.domain.subscriptions.events import PaymentChanged
from community.domain.subscriptions.payments.schemas import Settlement
from community.domain.subscriptions.periods.locking import lock_payment
from community.domain.subscriptions.statuses import UNFINISHED_STATUSES, set_payment_status
from community.gateways.payments import WebhookEvent
from community.models import Payment, PaymentMethodSetup, ProviderEvent

log = logging.getLogger(__name__)


async def store_event(
    session: AsyncSession, provider: str, event: WebhookEvent, *, due_at: datetime | None = None
) -> bool:
    """Store a message and enqueue the job that applies it. Return False if it was stored before."""
    result = await session.execute(
        insert(session, ProviderEvent)
        .values(
            provider=provider,
            event_id=event.event_id[:120],
            kind=event.kind[:80],
            reference=event.reference[:120],
            content=dict(event.content),
            received_at=clock.now(),
            outcome="",
        )
        .on_conflict_do_nothing()
        .returning(col(ProviderEvent.id))
    )
    if (event_id := result.scalar_one_or_none()) is None:
        return False
    outbox.enqueue(session, "apply_payment_event", due_at=due_at, event_id=event_id)
    return True


async def find_event(session: AsyncSession, event_id: int) -> ProviderEvent | None:
    return await session.get(ProviderEvent, event_id)


async def is_known_reference(session: AsyncSession, provider: str, reference: str) -> bool:
    if not reference:
        return False
    tables: tuple[type[Payment | PaymentMethodSetup], ...] = (Payment, PaymentMethodSetup)
    for table in tables:
        query = select(table.id).where(table.provider == provider, table.reference == reference)
        if await session.scalar(query) is not None:
            return True
    return False


async def record_applied(session: AsyncSession, event_id: int, outcome: str) -> None:
    await session.execute(
        update(ProviderEvent)
        .where(col(ProviderEvent.id) == event_id)
        .values(applied_at=clock.now(), outcome=outcome[:300])
        .execution_options(synchronize_session=False)
    )


async def expire_unknown(session: AsyncSession, provider: str, reference: str) -> Settlement | None:
    """End an unfinished payment that neither the current nor a replaced key of its provider sees.

    If its provider reports later that the money was taken, the money is returned. A renewal is
    tried again with the current account.
    """
    query = select(Payment.id).where(Payment.provider == provider, Payment.reference == reference)
    payment_id = await session.scalar(query)
    if payment_id is None:
        return None
    payment = await lock_payment(session, payment_id)
    if payment.status not in UNFINISHED_STATUSES:
        return None
    before = payment.status
    set_payment_status(payment, "expired")
    payment.ended_at, payment.needs_action = clock.now(), False
    await session.flush()
    log.warning("Payment %s has expired, because its provider does not know it", payment.id)
    change = PaymentChanged(payment.id, payment.user_id, payment.status, previous=before)
    events.record(session, change)
    return Settlement(payment.id, payment.status, has_changed=True)
