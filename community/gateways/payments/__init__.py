"""The gateways to payment providers. They know nothing of plans and subscriptions."""

from community.gateways.payments.currency_limits import (
    AMOUNT_TOO_SMALL,
    depends_on_contract,
    get_amount_step,
    get_minimum_amount,
    round_down,
    takes_currency,
)
from community.gateways.payments.errors import (
    CURRENCY_NOT_ACCEPTED,
    METHOD_UNKNOWN,
    InvalidSignature,
    InvalidWebhook,
    KeysRejected,
    PaymentProviderError,
    ProviderUnavailable,
    UnknownObject,
    is_final_decline,
)
from community.gateways.payments.gateway import (
    AccountDescription,
    Charge,
    MethodSetup,
    Movement,
    NextStep,
    PaymentGateway,
    ProviderPayment,
    ProviderSetup,
    SavedMethod,
    WebhookEvent,
)
from community.gateways.payments.returns import (
    DisputeStatus,
    ProviderDispute,
    ProviderRefund,
    RefundReceipt,
)
