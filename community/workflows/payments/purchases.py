"""What a buyer does: begin, confirm and cancel a payment."""

from dataclasses import asdict, dataclass
from uuid import UUID

from community.core.actor import Actor
from community.core.db.sessions import mark_as_last, read_session, unit_of_work
from community.core.errors import Conflict
from community.domain import subscriptions
from community.domain.subscriptions import Order, PaymentView, UnfinishedPayment
from community.domain.subscriptions.checkout import checkouts
from community.gateways.payments import NextStep
from community.i18n import gettext as _
from community.workflows.payments import updates

# How often a payment for something else is canceled before the buyer gets an error.
_MAX_ATTEMPTS = 3
_ENDED_WITHOUT_DECLINE = frozenset({"canceled", "expired"})


@dataclass(frozen=True, slots=True)
class StartedPayment:
    payment: PaymentView
    # What the page of the buyer does now, or None if nothing is left to do
    next_step: NextStep | None


async def start_payment(
    actor: Actor,
    *,
    plan_id: int,
    promo_code: str = "",
    recipient_id: int | None = None,
    message: str = "",
    consent: str = "",
) -> StartedPayment | None:
    """Begin to buy a plan. A second call for the same continues the first payment.

    Args:
        consent: The version of the checkout that the buyer has agreed to, or "".

    Returns:
        None if there was nothing to pay, and the plan of the actor has changed.

    Raises:
        Unavailable: The provider does not answer. The buyer was not charged.
    """
    for _attempt in range(_MAX_ATTEMPTS):
        async with unit_of_work() as session:
            order = await subscriptions.begin_payment(
                session,
                actor,
                plan_id=plan_id,
                promo_code=promo_code,
                recipient_id=recipient_id,
                message=message,
                consent=consent,
            )
            if order is None:
                # There is no payment that the same request would continue.
                mark_as_last(session)
        if order is None:
            return None
        if isinstance(order, UnfinishedPayment):
            await _end_unfinished(order)
            continue
        started = await _send(actor, order)
        if started.payment.status not in _ENDED_WITHOUT_DECLINE:
            return started
        # What was continued has ended, for example because the keys of the site were replaced.
    text = _("Another payment of yours is not finished. Wait a moment and try again.")
    details = {"retry_after": updates.RETRY_SECONDS}
    raise Conflict(text, code="payment_unfinished", details=details)


async def continue_payment(actor: Actor, payment_id: UUID) -> StartedPayment:
    """Return an own payment with its next step. The provider is asked unless it has ended."""
    async with read_session() as session:
        payment = await subscriptions.find_own_payment(session, actor, payment_id)
        is_unfinished = payment.status in subscriptions.UNFINISHED_STATUSES
        order = await subscriptions.load_order(session, payment_id) if is_unfinished else None
    if order is None:
        return StartedPayment(await _load(actor, payment_id), None)
    return await _send(actor, order)


async def apply_billing_details(actor: Actor, payment_id: UUID) -> StartedPayment | None:
    """Begin an own unfinished payment again if the buyer now pays another VAT.

    Returns:
        The payment, or the one that has replaced it, which the buyer must agree to. None if there
        was nothing left to pay, and the plan of the actor has changed.
    """
    async with read_session() as session:
        purchase = await checkouts.find_changed_purchase(session, actor, payment_id=payment_id)
    if purchase is None:
        return await continue_payment(actor, payment_id)
    return await start_payment(actor, **asdict(purchase))


async def confirm_payment(actor: Actor, payment_id: UUID) -> PaymentView:
    """Ask the provider for the state of an own payment. The browser is never believed."""
    async with read_session() as session:
        payment = await subscriptions.find_own_payment(session, actor, payment_id)
    if payment.reference:
        with updates.report_to_buyer():
            await updates.refresh(payment.provider, payment.reference)
    return await _load(actor, payment_id)


async def cancel_payment(actor: Actor, payment_id: UUID) -> PaymentView:
    """Cancel an own unfinished payment. A payment that has ended stays as it is."""
    async with read_session() as session:
        payment = await subscriptions.find_own_payment(session, actor, payment_id)
    if payment.status in subscriptions.UNFINISHED_STATUSES:
        await _end_unfinished(UnfinishedPayment(payment.id, payment.provider, payment.reference))
    return await _load(actor, payment_id)


async def _send(actor: Actor, order: Order) -> StartedPayment:
    with updates.report_to_buyer():
        _settlement, reported = await updates.send_order(order)
    payment = await _load(actor, order.payment_id)
    is_unfinished = payment.status in subscriptions.UNFINISHED_STATUSES
    return StartedPayment(payment, reported.next_step if is_unfinished else None)


async def _end_unfinished(payment: UnfinishedPayment) -> None:
    """Cancel a payment at its provider, or without it if the provider cannot know it."""
    with updates.report_to_buyer():
        if payment.reference:
            await updates.cancel(payment.provider, payment.reference)
        else:
            await _end_unsent(payment)


async def _end_unsent(payment: UnfinishedPayment) -> None:
    """Cancel a payment of which it is not known whether the provider knows it.

    The request to create it has no answer yet, so it is sent again, and then canceled.
    """
    async with read_session() as session:
        order = await subscriptions.load_order(session, payment.payment_id)
    settlement, reported = await updates.send_order(order)
    if settlement.status in subscriptions.UNFINISHED_STATUSES:
        await updates.cancel(payment.provider, reported.reference)


async def _load(actor: Actor, payment_id: UUID) -> PaymentView:
    async with read_session() as session:
        return await subscriptions.get_own_payment(session, actor, payment_id)
