"""Reads the objects of Stripe's API: PaymentIntents, SetupIntents and events."""

from collections.abc import Mapping
from decimal import Decimal
from typing import Any, Final

from community.core import ids, money
from community.gateways.payments import gateway
from community.gateways.payments.currency_limits import THREE_DECIMAL

StripeData = Mapping[str, Any]

# The names of our values in the metadata of a PaymentIntent or SetupIntent.
PAYMENT_ID: Final = "community_payment_id"
SETUP_ID: Final = "community_setup_id"
OFF_SESSION: Final = "community_off_session"

# Stripe has its own decimals: https://docs.stripe.com/currencies#zero-decimal
_ZERO_DECIMAL: Final = frozenset(
    "BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF".split()
)
_STATUSES: Final[Mapping[str, gateway.ProviderStatus]] = {
    "requires_payment_method": "requires_action",
    "requires_confirmation": "requires_action",
    "requires_action": "requires_action",
    "processing": "processing",
    "requires_capture": "processing",
    "canceled": "canceled",
    "succeeded": "succeeded",
}
# The bank asks the buyer to confirm the same PaymentIntent, or they have not done so.
_CONFIRMABLE: Final = frozenset(
    {
        "authentication_required",
        "authentication_not_handled",
        "payment_intent_authentication_failure",
    }
)
# Payments by redirect to a bank work once. They create a direct debit for later charges.
_CREATING_DEBITS: Final = frozenset({"bancontact", "ideal", "sofort"})
# https://docs.stripe.com/payments/payment-methods/payment-method-support
_REUSABLE: Final = frozenset(
    (
        *("acss_debit", "amazon_pay", "au_becs_debit", "bacs_debit", "card", "cashapp"),
        *("kakao_pay", "kr_card", "link", "naver_pay", "nz_bank_account", "paypal"),
        *("revolut_pay", "sepa_debit", "us_bank_account"),
    )
)


def to_stripe_amount(amount: int, currency: str) -> int:
    """Return an amount in minor units with the decimals that Stripe uses for the currency."""
    return int(Decimal(amount).scaleb(_get_shift(currency)))


def from_stripe_amount(amount: int, currency: str) -> int:
    """Return an amount of Stripe in the minor units of the site."""
    return int(Decimal(amount).scaleb(-_get_shift(currency)))


def _get_shift(currency: str) -> int:
    """Return how many decimals more than the site Stripe uses for a currency."""
    code = currency.upper()
    decimals = 0 if code in _ZERO_DECIMAL else 3 if code in THREE_DECIMAL else 2
    return decimals - money.get_exponent(code)


def read_payment(intent: StripeData, script_values: Mapping[str, str]) -> gateway.ProviderPayment:
    """Return a PaymentIntent whose payment method and latest charge are expanded, without money."""
    metadata, status = _get_object(intent, "metadata"), _get_status(intent)
    currency = str(intent["currency"]).upper()
    charge = _get_object(intent, "latest_charge")
    return gateway.ProviderPayment(
        reference=intent["id"],
        status=status,
        amount=from_stripe_amount(intent["amount"], currency),
        currency=currency,
        payment_id=ids.parse_uuid(str(metadata.get(PAYMENT_ID, ""))),
        failure=get_failure(_get_object(intent, "last_payment_error")),
        method=_read_method(intent, _get_object(charge, "payment_method_details")),
        next_step=_find_step(intent, status, script_values),
    )


def read_setup(intent: StripeData, script_values: Mapping[str, str]) -> gateway.ProviderSetup:
    """Return a SetupIntent whose payment method and latest attempt are expanded."""
    status = _STATUSES.get(intent["status"], "processing")
    step = _make_step(intent, {**script_values, "purpose": "setup"})
    details = _get_object(_get_object(intent, "latest_attempt"), "payment_method_details")
    return gateway.ProviderSetup(
        reference=intent["id"],
        status=status,
        setup_id=ids.parse_uuid(str(_get_object(intent, "metadata").get(SETUP_ID, ""))),
        failure=get_failure(_get_object(intent, "last_setup_error")),
        method=_read_method(intent, details) if status == "succeeded" else None,
        next_step=step if status == "requires_action" else None,
    )


def _find_step(
    intent: StripeData, status: gateway.ProviderStatus, script_values: Mapping[str, str]
) -> gateway.NextStep | None:
    """Return what the buyer does next, or None if they can no longer pay.

    They confirm a charge of the saved method with this method, also after another decline.
    """
    is_open = status == "requires_action" or (
        status == "failed" and intent["status"] == "requires_payment_method"
    )
    if not is_open:
        return None
    if OFF_SESSION not in _get_object(intent, "metadata"):
        return _make_step(intent, script_values)
    error = _get_object(intent, "last_payment_error")
    method = _get_object(intent, "payment_method") or _get_object(error, "payment_method")
    values = {"purpose": "confirm", "payment_method": str(method.get("id") or "")}
    return _make_step(intent, {**script_values, **values})


def _make_step(intent: StripeData, script_values: Mapping[str, str]) -> gateway.NextStep:
    secret = str(intent.get("client_secret") or "")
    return gateway.NextStep("stripe", {**script_values, "client_secret": secret})


def get_failure(error: StripeData) -> str:
    """Return the code for the reason of a failure. A reason of the bank is the most exact one."""
    return str(error.get("decline_code") or error.get("code") or error.get("type") or "")[:80]


def read_event(event: Any) -> gateway.WebhookEvent | None:
    """Return an event, or None if it is not about a payment or the saving of a card.

    An event of the second version of the API names the object that it is about
    (docs.stripe.com/event-destinations#thin-events). Raise `ValueError` if the content is not an
    object, and so not a message of Stripe.
    """
    if not isinstance(event, dict):
        raise ValueError("not an object")  # noqa: TRY004  # the content is wrong
    event_id, kind = event.get("id"), event.get("type")
    is_thin = event.get("object") == "v2.core.event"
    item = _get_object(event, "related_object") if is_thin else _get_data_object(event)
    is_intent = item.get("type" if is_thin else "object") in {"payment_intent", "setup_intent"}
    reference = item.get("id" if is_intent else "payment_intent")
    texts = event_id, kind, reference
    if any(not isinstance(text, str) or not text for text in texts):
        return None
    kind, reference = str(kind).removeprefix("v1."), str(reference)
    content = {"status": str(item.get("status", ""))[:40], "livemode": bool(event.get("livemode"))}
    return gateway.WebhookEvent(str(event_id)[:255], str(kind)[:80], reference[:120], content)


def _get_data_object(event: StripeData) -> StripeData:
    """Return the object in an event. It is empty if the message is something else."""
    is_event = event.get("object") == "event"
    return _get_object(_get_object(event, "data"), "object") if is_event else {}


def _get_status(intent: StripeData) -> gateway.ProviderStatus:
    """Return the state. A charge without the buyer fails with its first decline.

    It waits for the buyer if their bank asks them to confirm it.
    """
    status = _STATUSES.get(intent["status"], "processing")
    error = _get_object(intent, "last_payment_error")
    if OFF_SESSION not in _get_object(intent, "metadata") or not error:
        return status
    is_declined = _CONFIRMABLE.isdisjoint({error.get("code"), error.get("decline_code")})
    is_open = intent["status"] in {"requires_payment_method", "canceled"}
    return "failed" if is_declined and is_open else status


def _read_method(intent: StripeData, details: StripeData) -> gateway.SavedMethod | None:
    """Return what the buyer paid with if Stripe has saved it for later charges.

    Args:
        details: How the method was used: `payment_method_details` of the charge or attempt.
    """
    method = _get_object(intent, "payment_method")
    if not method or not intent.get("customer"):
        return None
    kind, customer = str(method["type"]), str(intent["customer"])
    if kind in _CREATING_DEBITS:
        used = _get_object(details, kind)
        if not (debit := str(used.get("generated_sepa_debit") or "")):
            return None
        return gateway.SavedMethod(debit, customer, "sepa_debit", str(used.get("iban_last4") or ""))
    if kind not in _REUSABLE:
        return None
    card = _get_object(method, kind)
    year, month = card.get("exp_year"), card.get("exp_month")
    return gateway.SavedMethod(
        reference=method["id"],
        customer=customer,
        brand=str(card.get("brand") or kind),
        last4=str(card.get("last4") or ""),
        expires=f"{year}-{month:02}" if year and month else "",
    )


def _get_object(data: StripeData, name: str) -> StripeData:
    value = data.get(name)
    return value if isinstance(value, dict) else {}
