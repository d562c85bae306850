"""The refunds that administrators ask for."""

from datetime import timedelta
from typing import Final, cast
from uuid import UUID, uuid4

from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid
from community.core.money import format_amount
from community.core.text.normalization import clean_text
from community.domain import audit, identity
from community.domain.people import find_user_summaries
from community.domain.subscriptions import policies
from community.domain.subscriptions.events import RefundChanged
from community.domain.subscriptions.payments.refund_texts import REFUND_REASONS, RefundReason
from community.domain.subscriptions.payments.refunds import compute_refundable
from community.domain.subscriptions.periods.locking import lock_payment
from community.i18n import gettext as _
from community.models import Payment, PaymentRefund

# The same request of the same administrator within this time is the same refund.
REPETITION_WINDOW: Final = timedelta(minutes=10)


async def begin_refund(
    session: AsyncSession,
    actor: Actor,
    *,
    payment_id: UUID,
    reason: str,
    amount: int | None = None,
    note: str = "",
    refund_id: UUID | None = None,
) -> UUID:
    """Store a refund, so that the provider can be asked for it. Return its id.

    A repeated request returns the first refund: one with the same `refund_id`, or without it one
    with the same content within `REPETITION_WINDOW`.

    Args:
        reason: A key of `REFUND_REASONS`.
        amount: In minor units. The default is what is left of the payment.
        note: What only administrators see.
        refund_id: The id of the new refund. The default is a random one.

    Raises:
        NotFound: The payment does not exist, or the actor is not an administrator.
        PermissionDenied: The actor is an administrator without access to the section, or has not
            confirmed their identity recently.
        Invalid: There is no such reason, or the amount is not positive or larger than what is left.
        Conflict: Nothing is left that could be returned.
    """
    policies.ensure_may_see_payments(actor)
    code = _clean_reason(reason)
    text = clean_text(note, field="note", max_length=policies.REFUND_NOTE_MAX_LENGTH)
    if amount is not None and amount < 1:
        raise Invalid.for_field("amount", _("Enter an amount above zero."))
    identity.ensure_recently_confirmed(actor)
    payment = await lock_payment(session, payment_id)
    left = await compute_refundable(session, payment)
    refund = PaymentRefund(
        id=refund_id or uuid4(),
        payment_id=payment.id,
        amount=amount or 0,
        reason=code,
        note=text,
        requested_by_id=actor.user_id,
    )
    repeated = None
    if refund_id is not None:
        repeated = await session.get(PaymentRefund, refund_id)
    elif amount is not None or left == 0:
        repeated = await _find_repeated(session, refund)
    if repeated is not None and repeated.payment_id == payment_id:
        return repeated.id
    _ensure_left(payment, left, amount)
    refund.amount = left if amount is None else amount
    session.add(refund)
    await session.flush()
    await _record(session, actor, payment, refund)
    events.record(session, RefundChanged(refund.id, payment.id, refund.status))
    return refund.id


def _clean_reason(reason: str) -> RefundReason:
    if reason not in REFUND_REASONS:
        raise Invalid.for_field("reason", _("Choose a reason."))
    return cast("RefundReason", reason)


async def _find_repeated(session: AsyncSession, refund: PaymentRefund) -> PaymentRefund | None:
    """Return the last refund that a request with the same content has stored.

    Args:
        refund: The refund that is asked for. An amount of 0 is any amount.
    """
    query = select(PaymentRefund).where(
        col(PaymentRefund.payment_id) == refund.payment_id,
        col(PaymentRefund.requested_by_id) == refund.requested_by_id,
        col(PaymentRefund.reason) == refund.reason,
        col(PaymentRefund.note) == refund.note,
        col(PaymentRefund.status) != "failed",
        col(PaymentRefund.created_at) > clock.now() - REPETITION_WINDOW,
    )
    if refund.amount:
        query = query.where(col(PaymentRefund.amount) == refund.amount)
    return (await session.scalars(query.order_by(col(PaymentRefund.created_at).desc()))).first()


def _ensure_left(payment: Payment, left: int, amount: int | None) -> None:
    if left == 0:
        raise Conflict(_("Nothing is left of this payment to return."), code="nothing_to_refund")
    if amount is not None and amount > left:
        text = _("At most {amount} can be returned.", amount=format_amount(left, payment.currency))
        raise Invalid.for_field("amount", text)


async def _record(
    session: AsyncSession, actor: Actor, payment: Payment, refund: PaymentRefund
) -> None:
    buyers = await find_user_summaries(session, [payment.user_id or 0])
    await audit.record(
        session,
        actor,
        "payment.refunded",
        target_kind="payment",
        target_id=str(payment.id),
        target_name=next((buyer.name for buyer in buyers.values()), str(payment.id)),
        before={"returned": payment.refunded},
        after={"refund": refund.amount, "currency": payment.currency, "reason": refund.reason},
        reason=refund.note,
    )
