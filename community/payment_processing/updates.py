"""Applies the answers of providers, and returns money that was taken by mistake."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from community.core.db.sessions import unit_of_work
from community.core.errors import Conflict, Unavailable
from community.domain import subscriptions
from community.domain.subscriptions import Order, Settlement
from community.i18n import gettext as _
from community.payment_processing.gateways import get_gateway
from community.payments import (
    AMOUNT_TOO_SMALL,
    PaymentGateway,
    PaymentProviderError,
    ProviderPayment,
    ProviderUnavailable,
    WebhookEvent,
)

log = logging.getLogger(__name__)

RETRY_SECONDS = 30


async def send_order(order: Order) -> tuple[Settlement, ProviderPayment]:
    """Create the payment at its provider, or ask for one that exists, and apply the answer."""
    gateway = await get_gateway(order.provider)
    if order.reference:
        reported = await gateway.fetch_payment(order.reference)
    else:
        reported = await _create_payment(gateway, order)
    return await apply(gateway, reported), reported


async def _create_payment(gateway: PaymentGateway, order: Order) -> ProviderPayment:
    try:
        return await gateway.create_payment(order.charge)
    except ProviderUnavailable:
        raise
    except PaymentProviderError as error:
        # The same request would get the same answer, and the buyer could begin no other payment.
        async with unit_of_work() as session:
            await subscriptions.reject(session, order.payment_id, error.code)
        raise


async def refresh(provider: str, reference: str) -> Settlement:
    """Ask the provider for the state of a payment, and apply it."""
    gateway = await get_gateway(provider)
    return await apply(gateway, await gateway.fetch_payment(reference))


async def cancel(provider: str, reference: str) -> Settlement:
    """Cancel a payment at its provider. If the provider took the money before, it succeeds.

    If the provider cannot cancel the payment, it is asked again when the buyer can no longer pay.
    Money that it has taken until then is returned.
    """
    gateway = await get_gateway(provider)
    reported = await gateway.cancel_payment(reference)
    settlement = await apply(gateway, reported)
    if reported.payable_until is not None:
        event = WebhookEvent(f"payable:{reference}", "payment.payable_until", reference)
        async with unit_of_work() as session:
            await subscriptions.store_event(session, provider, event, due_at=reported.payable_until)
    return settlement


async def apply(gateway: PaymentGateway, reported: ProviderPayment) -> Settlement:
    """Apply the state of a payment, and return money for which the buyer gets nothing."""
    async with unit_of_work() as session:
        settlement = await subscriptions.settle(session, reported, provider=gateway.name)
    if settlement.refund_due > 0:
        log.warning("Payment %s gave nothing, so it is returned", settlement.payment_id)
        refunded = await gateway.refund(
            reported.reference,
            settlement.refund_due,
            reported.currency,
            # Another amount is another request, because a part was returned in the meantime.
            key=f"{settlement.payment_id}:late:{settlement.refund_due}",
        )
        async with unit_of_work() as session:
            await subscriptions.settle(session, refunded, provider=gateway.name)
    return settlement


@contextmanager
def report_to_buyer() -> Iterator[None]:
    """Convert errors of the provider.

    Raises:
        Conflict: The amount is smaller than the provider accepts.
        Unavailable: The provider did not answer, or has not accepted a request.
    """
    try:
        yield
    except PaymentProviderError as error:
        if error.code == AMOUNT_TOO_SMALL:
            text = _(
                "The payment service doesn't accept such a small amount. You were not charged."
            )
            raise Conflict(text, code=AMOUNT_TOO_SMALL) from error
        code = "does not answer" if isinstance(error, ProviderUnavailable) else error.code
        log.warning("The payment provider has not accepted a request: %s", code)
        message = _(
            "The payment service is not available. You were not charged. Try again shortly."
        )
        raise Unavailable(message, retry_after=RETRY_SECONDS) from error
