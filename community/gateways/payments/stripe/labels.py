"""What administrators see of payments and their buyers in Stripe's Dashboard.

A request that is repeated with its idempotency key needs the same parameters, but the name of the
plan and the email address can change between two attempts. So they are set afterwards. The site
sends its own receipts, so payments have no `receipt_email`.
"""

import logging
from collections.abc import Awaitable
from typing import Any, Final

from community.gateways.payments.errors import PaymentProviderError
from community.gateways.payments.gateway import Charge, MethodSetup
from community.gateways.payments.stripe.client import convert_errors

log = logging.getLogger(__name__)

USER_ID: Final = "community_user_id"


async def label_payment(api: Any, intent: Any, charge: Charge) -> None:
    """Set the description of a payment and the data of its customer. Errors are only logged."""
    update = api.payment_intents.update_async(intent.id, params={"description": charge.description})
    await _try(update)
    await label_customer(api, intent, charge)


async def label_customer(api: Any, intent: Any, buyer: Charge | MethodSetup) -> None:
    """Set the email address and the user of the customer of an intent. Errors are only logged."""
    if not intent.customer or not buyer.email:
        return
    params = {"email": buyer.email, "metadata": {USER_ID: str(buyer.user_id or "")}}
    await _try(api.customers.update_async(intent.customer, params=params))


async def forget_customer(api: Any, customer: str) -> None:
    """Erase what names the user. Raise `UnknownObject` if there is no such customer."""
    params = {"email": "", "metadata": {USER_ID: ""}}
    with convert_errors():
        await api.customers.update_async(customer, params=params)


async def _try(update: Awaitable[Any]) -> None:
    try:
        with convert_errors():
            await update
    except PaymentProviderError as error:
        log.warning("Stripe has not accepted the description of a payment: %s", error.code)
