"""The gateways to payment providers. They know nothing of plans and subscriptions."""

from community.payments.errors import (
    InvalidSignature,
    InvalidWebhook,
    PaymentProviderError,
    ProviderUnavailable,
)
from community.payments.gateway import (
    Charge,
    Movement,
    NextStep,
    PaymentGateway,
    ProviderPayment,
    ProviderStatus,
    SavedMethod,
    WebhookEvent,
)

__all__ = [
    "Charge",
    "InvalidSignature",
    "InvalidWebhook",
    "Movement",
    "NextStep",
    "PaymentGateway",
    "PaymentProviderError",
    "ProviderPayment",
    "ProviderStatus",
    "ProviderUnavailable",
    "SavedMethod",
    "WebhookEvent",
]
