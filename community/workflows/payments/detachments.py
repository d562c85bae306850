"""Forgets removed cards and wallets at their providers."""

import logging

from community.core.errors import NotFound
from community.domain.subscriptions.payment_methods import decrypt_method
from community.gateways.payments import PaymentProviderError, ProviderUnavailable, UnknownObject
from community.workflows.payments.gateways import get_gateway

log = logging.getLogger(__name__)


async def detach_method(
    provider: str, reference: str, customer: str, *, is_erased: bool = False
) -> None:
    """Let the provider forget a card or wallet that the site charges no more.

    Args:
        reference: The id at the provider, encrypted.
        customer: The id of the customer at the provider, encrypted.
        is_erased: Whether the account of the user was erased.

    Raises:
        ProviderUnavailable: The provider does not answer. The job is run again.
    """
    method = decrypt_method(reference, customer)
    try:
        gateway = await get_gateway(provider)
        await gateway.detach_method(method, forgets_customer=is_erased)
    except UnknownObject:
        return
    except ProviderUnavailable:
        raise
    except (NotFound, PaymentProviderError) as error:
        log.warning("A removed card stays at %s: %s", provider, error.code)
