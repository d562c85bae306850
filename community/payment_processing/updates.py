"""Applies the answers of providers, and returns money that was taken by mistake."""

import logging

from community.core.db.sessions import unit_of_work
from community.core.errors import Unavailable
from community.domain import subscriptions
from community.domain.subscriptions import Order, Settlement
from community.i18n import gettext as _
from community.payment_processing.gateways import get_gateway
from community.payments import (
    PaymentGateway,
    PaymentProviderError,
    ProviderPayment,
    ProviderUnavailable,
)

log = logging.getLogger(__name__)

RETRY_SECONDS = 30


async def send_order(order: Order) -> tuple[Settlement, ProviderPayment]:
    """Create the payment at its provider, or ask for one that exists, and apply the answer."""
    gateway = await get_gateway(order.provider)
    if order.reference:
        reported = await gateway.fetch_payment(order.reference)
    else:
        reported = await gateway.create_payment(order.charge)
    return await apply(gateway, reported), reported


async def refresh(provider: str, reference: str) -> Settlement:
    """Ask the provider for the state of a payment, and apply it."""
    gateway = await get_gateway(provider)
    return await apply(gateway, await gateway.fetch_payment(reference))


async def cancel(provider: str, reference: str) -> Settlement:
    """Cancel a payment at its provider. If the provider took the money before, it succeeds."""
    gateway = await get_gateway(provider)
    return await apply(gateway, await gateway.cancel_payment(reference))


async def apply(gateway: PaymentGateway, reported: ProviderPayment) -> Settlement:
    """Apply the state of a payment, and return money for which the buyer gets nothing."""
    async with unit_of_work() as session:
        settlement = await subscriptions.settle(session, reported)
    if settlement.refund_due > 0:
        log.warning("Payment %s succeeded after its end and is returned", settlement.payment_id)
        refunded = await gateway.refund(
            reported.reference,
            settlement.refund_due,
            reported.currency,
            key=f"{settlement.payment_id}:late",
        )
        async with unit_of_work() as session:
            await subscriptions.settle(session, refunded)
    return settlement


def to_unavailable_error(error: PaymentProviderError) -> Unavailable:
    """Return the error for a buyer whose payment could not be passed to the provider."""
    code = "does not answer" if isinstance(error, ProviderUnavailable) else error.code
    log.warning("The payment provider has not accepted a request: %s", code)
    message = _("The payment service is not available. You were not charged. Try again shortly.")
    return Unavailable(message, retry_after=RETRY_SECONDS)
