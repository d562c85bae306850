"""The end of payments that no account of the site has."""

import logging

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import select

from community.core import clock, events
from community.domain.subscriptions.events import PaymentChanged
from community.domain.subscriptions.payments.schemas import Settlement
from community.domain.subscriptions.periods.locking import lock_payment
from community.domain.subscriptions.statuses import UNFINISHED_STATUSES, change_payment
from community.models import Payment

log = logging.getLogger(__name__)


async def expire_unknown(session: AsyncSession, provider: str, reference: str) -> Settlement | None:
    """End an unfinished payment that neither the current nor a replaced key of its provider sees.

    If its provider reports later that the money was taken, the money is returned. A renewal is
    tried again with the current account.

    Returns:
        None if there is no unfinished payment with this reference.
    """
    query = select(Payment.id).where(Payment.provider == provider, Payment.reference == reference)
    payment_id = await session.scalar(query)
    if payment_id is None:
        return None
    payment = await lock_payment(session, payment_id)
    if payment.status not in UNFINISHED_STATUSES:
        return None
    before = payment.status
    change_payment(payment, "expired")
    payment.ended_at, payment.needs_action = clock.now(), False
    await session.flush()
    log.warning("Payment %s has expired, because its provider does not know it", payment.id)
    change = PaymentChanged(payment.id, payment.user_id, payment.status, previous=before)
    events.record(session, change)
    return Settlement(payment.id, payment.status, has_changed=True)
