"""The gateways to payment providers. They know nothing of plans and subscriptions."""

from community.gateways.payments.currency_rules import (
    depends_on_contract,
    get_amount_step,
    round_down,
    takes_currency,
)
from community.gateways.payments.declines import (
    CURRENCY_NOT_ACCEPTED,
    METHOD_UNKNOWN,
    is_final_decline,
)
from community.gateways.payments.errors import (
    InvalidSignature,
    InvalidWebhook,
    KeysRejected,
    PaymentProviderError,
    ProviderUnavailable,
    UnknownObject,
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
from community.gateways.payments.minimum_amounts import AMOUNT_TOO_SMALL, get_minimum_amount
from community.gateways.payments.returns import (
    DisputeStatus,
    ProviderDispute,
    ProviderRefund,
    RefundReceipt,
)
