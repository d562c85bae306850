"""The gateways to payment providers. They know nothing of plans and subscriptions."""

from community.payments.errors import (
    InvalidSignature,
    InvalidWebhook,
    PaymentProviderError,
    ProviderUnavailable,
)
from community.payments.gateway import (
    SETUP_PROVIDERS,
    Charge,
    MethodSetup,
    MethodSetupGateway,
    Movement,
    NextStep,
    PaymentGateway,
    ProviderPayment,
    ProviderSetup,
    ProviderStatus,
    SavedMethod,
    WebhookEvent,
)

__all__ = [
    "SETUP_PROVIDERS",
    "Charge",
    "InvalidSignature",
    "InvalidWebhook",
    "MethodSetup",
    "MethodSetupGateway",
    "Movement",
    "NextStep",
    "PaymentGateway",
    "PaymentProviderError",
    "ProviderPayment",
    "ProviderSetup",
    "ProviderStatus",
    "ProviderUnavailable",
    "SavedMethod",
    "WebhookEvent",
]
