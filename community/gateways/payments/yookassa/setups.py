"""Saves a card at YooKassa without a payment. The user enters it on a page of YooKassa.

The reference is at https://yookassa.ru/developers/api#payment_method.
"""

import re
from typing import Any, Final
from urllib.parse import urlsplit

import httpx

from community.gateways.payments.errors import ProviderUnavailable, UnknownObject
from community.gateways.payments.gateway import MethodSetup, NextStep, ProviderSetup, ProviderStatus
from community.gateways.payments.yookassa import objects
from community.gateways.payments.yookassa.client import YooKassaClient, YooKassaError

# The shop may not save cards without a payment.
SETUP_FORBIDDEN: Final = "setup_forbidden"
_ID: Final = re.compile(r"[0-9A-Za-z-]{1,64}", re.ASCII)


async def create_setup(client: YooKassaClient, setup: MethodSetup, locale: str) -> ProviderSetup:
    """Begin to save a card, or return what an earlier call with the same id has begun."""
    key = str(setup.setup_id)
    body: dict[str, Any] = {
        "type": "bank_card",
        "confirmation": {"type": "redirect", "return_url": setup.return_url, "locale": locale},
        "metadata": {"setup_id": key},
    }
    try:
        return _describe(objects.read_method(await client.post("/payment_methods", body, key=key)))
    except YooKassaError as error:
        if error.status != httpx.codes.FORBIDDEN:
            raise
        return ProviderSetup("", "failed", setup.setup_id, failure=SETUP_FORBIDDEN)


async def fetch_setup(client: YooKassaClient, reference: str) -> ProviderSetup:
    if not _ID.fullmatch(reference):
        raise UnknownObject("unknown_setup")
    return _describe(objects.read_method(await client.get(f"/payment_methods/{reference}")))


def _describe(method: objects.YooKassaMethod) -> ProviderSetup:
    status = _get_status(method)
    return ProviderSetup(
        reference=method.id,
        status=status,
        setup_id=method.setup_id,
        method=objects.get_saved_method(method),
        next_step=_get_next_step(method) if status == "requires_action" else None,
    )


def _get_status(method: objects.YooKassaMethod) -> ProviderStatus:
    if method.status == "active" and method.saved:
        return "succeeded"
    if method.status == "inactive":
        # YooKassa does not say whether the bank or the user has ended it.
        return "failed"
    return "requires_action" if method.confirmation else "processing"


def _get_next_step(method: objects.YooKassaMethod) -> NextStep:
    url = method.confirmation.confirmation_url if method.confirmation else ""
    if urlsplit(url).scheme not in {"http", "https"}:
        raise ProviderUnavailable("confirmation_url")
    return NextStep("redirect", {"url": url})
