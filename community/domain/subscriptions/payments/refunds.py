"""The refunds by administrators: their reasons and states, and what can still be returned."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final, Literal, cast
from uuid import UUID, uuid4

from sqlalchemy import ColumnElement, exists, func, not_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core import clock, events
from community.core.actor import Actor
from community.core.errors import Conflict, Invalid, NotFound
from community.core.money import format_amount
from community.core.text.normalization import clean_text
from community.domain import audit, identity
from community.domain.people import find_user_summaries
from community.domain.subscriptions import policies
from community.domain.subscriptions.events import RefundChanged
from community.domain.subscriptions.payments import orders, schemas
from community.domain.subscriptions.periods.locking import lock_payment
from community.gateways.payments import ProviderRefund
from community.i18n import gettext as _, noop
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

RefundReason = Literal["requested", "duplicate", "problem", "unauthorized", "goodwill", "other"]

# The buyer reads them too.
REFUND_REASONS: Final[Mapping[RefundReason, str]] = {
    "requested": noop("Requested by the buyer"),
    "duplicate": noop("Duplicate payment"),
    "problem": noop("Problem with the service"),
    "unauthorized": noop("Unauthorized payment"),
    "goodwill": noop("Goodwill"),
    "other": noop("Other reason"),
}

_OTHER_FAILURE: Final = noop("The payment provider did not make the refund.")
_LOST_CARD: Final = noop("The card is lost, stolen or closed. Return the money in another way.")
_NO_BALANCE: Final = noop(
    "The balance at the payment provider is too low. Top it up and try again."
)
_DECLINED: Final = noop(
    "The bank of the buyer declined the refund. Return the money in another way."
)
_DISPUTED: Final = noop("The buyer disputes this payment, so their bank decides about the money.")
_TOO_LARGE: Final = noop("The amount is larger than what is left of the payment.")
_NOT_REFUNDABLE: Final = noop("This payment can no longer be refunded at the payment provider.")
_NO_RECEIPT: Final = noop(
    "The payment provider needs the data of a receipt. The buyer may have no email address."
)
# The codes of Stripe, YooKassa and the sandbox.
_FAILURES: Final[Mapping[str, str]] = {
    "charge_already_refunded": noop("The whole amount was already returned."),
    "charge_disputed": _DISPUTED,
    "refund_disputed_payment": _DISPUTED,
    "charge_for_pending_refund_disputed": _DISPUTED,
    "charge_not_refundable": _NOT_REFUNDABLE,
    "not_refundable": _NOT_REFUNDABLE,
    "invalid_request: payment_id": _NOT_REFUNDABLE,
    "resource_missing": noop("The payment provider does not know this payment."),
    "amount_too_large": _TOO_LARGE,
    "invalid_request: amount": _TOO_LARGE,
    "invalid_request: receipt": _NO_RECEIPT,
    "invalid_request: receipt.customer": _NO_RECEIPT,
    "balance_insufficient": _NO_BALANCE,
    "insufficient_funds": _NO_BALANCE,
    "lost_or_stolen_card": _LOST_CARD,
    "expired_or_canceled_card": _LOST_CARD,
    "yoo_money_account_closed": _LOST_CARD,
    "declined": _DECLINED,
    "general_decline": _DECLINED,
    "rejected_by_payee": _DECLINED,
    "canceled": noop("The refund was canceled at the payment provider."),
    "merchant_request": noop("The refund was canceled at the payment provider."),
}

# The same request of the same administrator within this time is the same refund.
REPETITION_WINDOW: Final = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class RefundOrder:
    """A refund that the provider must be asked for."""

    refund_id: UUID
    order: schemas.Order
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
    """Apply the refunds that the provider reports. Return the id of one that has succeeded now."""
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
    """End a refund that the provider refused with a code. One that it has made stays."""
    row = await session.get(PaymentRefund, refund_id)
    if row is None:
        return
    await lock_payment(session, row.payment_id)
    await session.refresh(row)
    if row.status == "created":
        _change(session, row, "failed", reference="", failure=code)


async def list_refunds(session: AsyncSession, payment_id: UUID) -> Sequence[PaymentRefund]:
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
    """Return what to ask the provider for."""
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
    """Return refunds without a result, oldest first."""
    query = select(PaymentRefund).where(col(PaymentRefund.status).in_(UNFINISHED_REFUNDS))
    batch = orders.limit_to_batch(query, PaymentRefund, before=before, after=after, limit=limit)
    rows = (await session.scalars(batch)).all()
    return [await _to_order(session, row) for row in rows]


def describe_refund_failure(code: str) -> str:
    return _(_FAILURES.get(code, _OTHER_FAILURE)) if code else ""


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


async def _to_order(session: AsyncSession, row: PaymentRefund) -> RefundOrder:
    order = await orders.load_order(session, row.payment_id)
    return RefundOrder(row.id, order, row.amount, row.status, row.created_at)


def _change(
    session: AsyncSession, row: PaymentRefund, status: str, *, reference: str, failure: str
) -> None:
    row.status, row.failure = status, failure[:80]
    row.reference = reference or row.reference
    if status not in UNFINISHED_REFUNDS:
        row.ended_at = clock.now()
    events.record(session, RefundChanged(row.id, row.payment_id, status))


def _clean_reason(reason: str) -> RefundReason:
    if reason not in REFUND_REASONS:
        raise Invalid.for_field("reason", _("Choose a reason."))
    return cast("RefundReason", reason)


async def _find_repeated(session: AsyncSession, refund: PaymentRefund) -> PaymentRefund | None:
    """Return the last refund stored for the same content. An amount of 0 is any amount."""
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
