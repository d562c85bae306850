"""The client of Stripe's API, the conversion of its errors, and the signatures of its events."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final
from weakref import WeakKeyDictionary

import httpx
import stripe

from community.gateways.payments import errors
from community.gateways.payments.stripe import objects as stripe_objects
from community.gateways.payments.stripe.objects import StripeData

MAX_NETWORK_RETRIES: Final = 2
SIGNATURE_TOLERANCE_SECONDS: Final = 300
# How far the clocks of Stripe and of the site may differ.
CLOCK_SKEW_SECONDS: Final = 30
_TIMEOUT: Final = httpx.Timeout(20.0, connect=5.0)
# Another request with the same idempotency key is still running.
_CONFLICT: Final = 409
_SERVER_ERROR: Final = 500
RESOURCE_MISSING: Final = "resource_missing"


@dataclass(frozen=True, slots=True)
class StripeAccount:
    secret_key: str
    publishable_key: str
    webhook_secret: str
    api_url: str
    script_url: str


class Declined(errors.PaymentProviderError):
    """The bank has declined a charge. The PaymentIntent says why."""

    def __init__(self, code: str, reference: str) -> None:
        super().__init__(code)
        self.reference = reference


@contextmanager
def convert_errors() -> Iterator[None]:
    """Convert errors of the SDK. Their messages can contain data of cards, so they are dropped."""
    try:
        yield
    except stripe.StripeError as error:
        raise _convert(error) from None


def _convert(error: stripe.StripeError) -> errors.PaymentProviderError:
    details: StripeData = error.json_body or {} if isinstance(error.json_body, dict) else {}
    content = details.get("error")
    content = content if isinstance(content, dict) else {}
    code = stripe_objects.get_failure(content) or type(error).__name__
    is_down = error.http_status is None or error.http_status >= _SERVER_ERROR
    is_busy = isinstance(error, stripe.RateLimitError) or error.http_status == _CONFLICT
    if is_down or is_busy:
        return errors.ProviderUnavailable(code)
    intent = content.get("payment_intent")
    if isinstance(error, stripe.CardError) and isinstance(intent, dict):
        return Declined(code, str(intent["id"]))
    if isinstance(error, stripe.AuthenticationError):
        return errors.KeysRejected(code)
    if isinstance(error, stripe.PermissionError):
        return errors.RightMissing(code)
    return (
        errors.UnknownObject(code)
        if code == RESOURCE_MISSING
        else errors.PaymentProviderError(code)
    )


# Connections belong to an event loop, and certificates take long to load.
_clients: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, str], stripe.StripeClient]]
_clients = WeakKeyDictionary()


def get_client(secret_key: str, api_url: str) -> stripe.StripeClient:
    """Return the client of the running event loop, which keeps its connections open."""
    clients = _clients.setdefault(asyncio.get_running_loop(), {})
    key = secret_key, api_url
    if key not in clients:
        clients[key] = stripe.StripeClient(
            secret_key,
            base_addresses={"api": api_url},
            http_client=stripe.HTTPXClient(timeout=_TIMEOUT),
            max_network_retries=MAX_NETWORK_RETRIES,
        )
    return clients[key]


def verify_signature(body: bytes, header: str, secret: str) -> None:
    if not header.isascii():  # the SDK raises a TypeError
        raise errors.InvalidSignature("signature")
    try:
        stripe.WebhookSignature.verify_header(body, header, secret, SIGNATURE_TOLERANCE_SECONDS)
    except stripe.SignatureVerificationError:
        raise errors.InvalidSignature("signature") from None
    except UnicodeDecodeError as error:
        raise errors.InvalidWebhook("content") from error
    # The SDK accepts every time in the future.
    timestamp = next(part for part in header.split(",") if part.startswith("t="))
    if int(timestamp[2:]) > time.time() + CLOCK_SKEW_SECONDS:
        raise errors.InvalidSignature("timestamp")
