"""Applies the answers of providers, and returns money that was taken by mistake."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from community.core.db.sessions import read_session, unit_of_work
from community.core.errors import Conflict, Unavailable
from community.domain import subscriptions
from community.domain.subscriptions import Order, Settlement
from community.domain.subscriptions.payments import provider_events
from community.domain.subscriptions.reconciliation import late_returns
from community.gateways import payments
from community.i18n import gettext as _
from community.workflows.payments.gateways import get_gateway

log = logging.getLogger(__name__)

RETRY_SECONDS = 30


async def send_order(order: Order) -> tuple[Settlement, payments.ProviderPayment]:
    """Create the payment at its provider, or ask for one that exists, and apply the answer.

    A payment that no account of the site has expires.
    """
    gateway = await get_gateway(order.provider)
    if not order.reference:
        reported = await _create_payment(gateway, order)
        return await apply(gateway, reported), reported
    try:
        reported = await gateway.fetch_payment(order.reference)
    except payments.UnknownObject:
        settlement = await _expire(order.provider, order.reference)
        charge = order.charge
        return settlement, payments.ProviderPayment(
            order.reference, "canceled", charge.amount, charge.currency, charge.payment_id
        )
    return await apply(gateway, reported), reported


async def _create_payment(
    gateway: payments.PaymentGateway, order: Order
) -> payments.ProviderPayment:
    try:
        return await gateway.create_payment(order.charge)
    except payments.ProviderUnavailable:
        raise
    except payments.PaymentProviderError as error:
        # The same request would get the same answer, and the buyer could begin no other payment.
        async with unit_of_work() as session:
            await subscriptions.reject(session, order.payment_id, error.code)
        raise


async def refresh(provider: str, reference: str) -> Settlement:
    """Ask the provider for the state of a payment, and apply it.

    An unfinished payment that no account of the site has expires.
    """
    gateway = await get_gateway(provider)
    try:
        reported = await gateway.fetch_payment(reference)
    except payments.UnknownObject:
        return await _expire(provider, reference)
    return await apply(gateway, reported)


async def cancel(provider: str, reference: str) -> Settlement:
    """Cancel a payment at its provider. If the provider took the money before, it succeeds.

    If the provider cannot cancel the payment, it is asked again when the buyer can no longer pay.
    Money that it has taken until then is returned. A payment that no account of the site has
    expires.
    """
    gateway = await get_gateway(provider)
    try:
        reported = await gateway.cancel_payment(reference)
    except payments.UnknownObject:
        return await _expire(provider, reference)
    return await apply(gateway, reported)


async def _expire(provider: str, reference: str) -> Settlement:
    """End an unfinished payment that its provider does not know.

    Raises:
        UnknownObject: The payment has ended. It can no longer be asked for.
    """
    async with unit_of_work() as session:
        settlement = await provider_events.expire_unknown(session, provider, reference)
    if settlement is None:
        raise payments.UnknownObject("unknown_payment")
    return settlement


async def apply(gateway: payments.PaymentGateway, reported: payments.ProviderPayment) -> Settlement:
    """Apply the state of a payment, and return money for which the buyer gets nothing."""
    async with unit_of_work() as session:
        settlement = await subscriptions.settle(session, reported, provider=gateway.name)
        if reported.payable_until is not None:
            reference = reported.reference
            event = payments.WebhookEvent(
                f"payable:{reference}", "payment.payable_until", reference
            )
            due_at = reported.payable_until
            await subscriptions.store_event(session, gateway.name, event, due_at=due_at)
    if settlement.refund_due > 0:
        await _return_money(gateway, reported, settlement)
    return settlement


async def _return_money(
    gateway: payments.PaymentGateway, reported: payments.ProviderPayment, settlement: Settlement
) -> None:
    """Return money for which nothing was given, unless the next attempt is later.

    Raise `PaymentProviderError` if the provider does not answer, or refuses the return.
    """
    payment_id, amount = settlement.payment_id, settlement.refund_due
    async with read_session() as session:
        attempt = await late_returns.count_failed_attempts(session, payment_id)
    if attempt is None:
        return
    log.warning("Payment %s gave nothing, so it is returned", payment_id)
    try:
        refunded = await gateway.refund(
            reported.reference,
            amount,
            reported.currency,
            # Another amount is another request, because a part was returned in the meantime. So is
            # the next attempt, because providers repeat the answer for the same key.
            key=f"{payment_id}:late:{amount}:{attempt}",
            receipt=await _load_receipt(payment_id),
        )
    except payments.ProviderUnavailable:
        raise
    except payments.PaymentProviderError:
        async with unit_of_work() as session:
            await late_returns.record_failure(session, payment_id, attempt)
        raise
    async with unit_of_work() as session:
        result = await subscriptions.settle(session, refunded, provider=gateway.name)
        if result.refund_due > 0:
            await late_returns.record_failure(session, payment_id, attempt)


async def _load_receipt(payment_id: UUID) -> payments.RefundReceipt:
    async with read_session() as session:
        order = await subscriptions.load_order(session, payment_id)
    return make_receipt(order)


def make_receipt(order: Order) -> payments.RefundReceipt:
    return payments.RefundReceipt(order.charge.email, order.charge.description)


@contextmanager
def report_to_buyer() -> Iterator[None]:
    """Convert errors of the provider.

    Raises:
        Conflict: The amount is smaller than the provider accepts.
        Unavailable: The provider did not answer, or has not accepted a request.
    """
    try:
        yield
    except payments.PaymentProviderError as error:
        if error.code == payments.AMOUNT_TOO_SMALL:
            text = _(
                "The payment service doesn't accept such a small amount. You were not charged."
            )
            raise Conflict(text, code=payments.AMOUNT_TOO_SMALL) from error
        code = "does not answer" if isinstance(error, payments.ProviderUnavailable) else error.code
        log.warning("The payment provider has not accepted a request: %s", code)
        message = _(
            "The payment service is not available. You were not charged. Try again shortly."
        )
        raise Unavailable(message, retry_after=RETRY_SECONDS) from error
