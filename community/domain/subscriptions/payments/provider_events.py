"""The messages of providers: each is stored once, and applied once by a job."""

from datetime import datetime

from sqlalchemy import update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community import outbox
from community.core import clock
from community.core.db.upsert import insert
from community.models import Payment, ProviderEvent
from community.payments import WebhookEvent


async def store_event(
    session: AsyncSession, provider: str, event: WebhookEvent, *, due_at: datetime | None = None
) -> bool:
    """Store a message and enqueue the job that applies it. Return False if it was stored before.

    Args:
        due_at: The earliest time to apply it. The default is now.
    """
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


async def is_about_known_payment(session: AsyncSession, provider: str, event: WebhookEvent) -> bool:
    """Return whether an event is about a payment of the site."""
    query = select(Payment.id).where(
        Payment.provider == provider, Payment.reference == event.reference
    )
    return bool(event.reference) and await session.scalar(query) is not None


async def record_applied(session: AsyncSession, event_id: int, outcome: str) -> None:
    await session.execute(
        update(ProviderEvent)
        .where(col(ProviderEvent.id) == event_id)
        .values(applied_at=clock.now(), outcome=outcome[:300])
        .execution_options(synchronize_session=False)
    )
