"""The return of money that arrived when nothing could be given for it.

If the provider does not make it, it is asked again a few times, and then administrators must act.
"""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from community.core import clock
from community.domain.subscriptions import policies
from community.domain.subscriptions.periods.locking import lock_payment
from community.domain.subscriptions.reconciliation import records
from community.models import Payment


async def count_failed_attempts(session: AsyncSession, payment_id: UUID) -> int | None:
    """Return how often a return has failed, or None if the provider is not asked again now."""
    payment = await session.get_one(Payment, payment_id)
    if payment.return_failures > len(policies.RETURN_RETRY_DELAYS):
        return None
    is_waiting = payment.return_retry_at is not None and payment.return_retry_at > clock.now()
    return None if is_waiting else payment.return_failures


async def record_failure(session: AsyncSession, payment_id: UUID, attempt: int) -> None:
    """Plan the next attempt. After the last one, the payment is a finding on the dashboard."""
    payment = await lock_payment(session, payment_id)
    if payment.return_failures != attempt or payment.refund_due == 0:
        return
    payment.return_failures += 1
    delays = policies.RETURN_RETRY_DELAYS
    if attempt < len(delays):
        payment.return_retry_at = clock.now() + delays[attempt]
        await session.flush()
        return
    payment.return_retry_at = None
    await session.flush()
    finding = records.Difference(
        provider=payment.provider,
        reference=payment.reference,
        kind=records.LATE_RETURN,
        journal=-payment.refund_due,
        provider_amount=None,
        currency=payment.currency,
        payment_reference=payment.reference,
    )
    await records.store_finding(session, finding)
