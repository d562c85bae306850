"""Plans that a user pays for and someone else gets."""

from dataclasses import dataclass

from sqlalchemy.ext.asyncio import AsyncSession

from community.domain.subscriptions.events import PaymentChanged
from community.models import Payment


@dataclass(frozen=True, slots=True)
class Gift:
    """Who gives a plan to whom. The account of the giver can be deleted."""

    giver_id: int | None
    recipient_id: int


async def find_gift(session: AsyncSession, event: PaymentChanged) -> Gift | None:
    """Return the gift that was given or returned by the change of a payment, or None.

    A payment that succeeds again because the site has won a dispute gives nothing.
    """
    if event.status not in {"succeeded", "refunded"} or event.previous == "refunded":
        return None
    payment = await session.get_one(Payment, event.payment_id)
    if payment.recipient_id is None:
        return None
    return Gift(payment.user_id, payment.recipient_id)
