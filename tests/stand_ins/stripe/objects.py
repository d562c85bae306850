"""Creates the objects of the stand-in for Stripe."""

import secrets
from typing import Any

from community.core import clock
from tests.stand_ins.stripe.cards import TestCard
from tests.stand_ins.stripe.parameters import (
    CustomerParameters,
    PaymentIntentParameters,
    SetupIntentParameters,
)

StripeObject = dict[str, Any]

_EXPIRY_YEAR = 2034


def make_object(kind: str, prefix: str, **values: Any) -> StripeObject:
    """Return an object with the values that all objects have."""
    return {
        "id": f"{prefix}_{secrets.token_hex(12)}",
        "object": kind,
        "created": int(clock.now().timestamp()),
        "livemode": False,
        **values,
    }


def make_customer(parameters: CustomerParameters) -> StripeObject:
    return make_object("customer", "cus", **parameters.model_dump(exclude={"expand"}))


def make_payment_method(card: TestCard) -> StripeObject:
    details = {
        "brand": card.brand,
        "last4": card.last4,
        "exp_month": 12,
        "exp_year": _EXPIRY_YEAR,
        "funding": "credit",
    }
    if card.kind != "card":
        details = {"bank": "rabobank"}
    values = {"type": card.kind, card.kind: details}
    return make_object("payment_method", "pm", customer=None, test_card=card.token, **values)


def make_direct_debit(card: TestCard, customer: str) -> StripeObject:
    """Return the method that a redirect to a bank creates for later payments."""
    details = {"last4": card.last4, "country": "NL"}
    return make_object(
        "payment_method",
        "pm",
        type="sepa_debit",
        sepa_debit=details,
        customer=customer,
        test_card="pm_card_visa",
    )


def make_payment_intent(parameters: PaymentIntentParameters) -> StripeObject:
    copied = {"amount", "currency", "customer", "description", "receipt_email", "metadata"}
    methods = parameters.automatic_payment_methods
    intent = make_object(
        "payment_intent",
        "pi",
        **parameters.model_dump(include=copied),
        amount_received=0,
        automatic_payment_methods=methods.model_dump() if methods else None,
        canceled_at=None,
        cancellation_reason=None,
        capture_method="automatic_async",
        confirmation_method="automatic",
        last_payment_error=None,
        latest_charge=None,
        next_action=None,
        payment_method=None,
        payment_method_types=parameters.payment_method_types or ["card"],
        setup_future_usage=parameters.setup_future_usage,
        status="requires_payment_method",
    )
    intent["client_secret"] = f"{intent['id']}_secret_{secrets.token_hex(12)}"
    return intent


def make_setup_intent(parameters: SetupIntentParameters) -> StripeObject:
    methods = parameters.automatic_payment_methods
    intent = make_object(
        "setup_intent",
        "seti",
        **parameters.model_dump(include={"customer", "description", "metadata", "usage"}),
        automatic_payment_methods=methods.model_dump() if methods else None,
        cancellation_reason=None,
        last_setup_error=None,
        latest_attempt=None,
        next_action=None,
        payment_method=None,
        payment_method_types=parameters.payment_method_types or ["card"],
        status="requires_payment_method",
    )
    intent["client_secret"] = f"{intent['id']}_secret_{secrets.token_hex(12)}"
    return intent


def make_charge(intent: StripeObject, method: StripeObject, *, failure: str) -> StripeObject:
    amount = 0 if failure else intent["amount"]
    return make_object(
        "charge",
        "ch",
        amount=intent["amount"],
        amount_captured=amount,
        amount_refunded=0,
        captured=not failure,
        currency=intent["currency"],
        customer=intent["customer"],
        disputed=False,
        failure_code=failure or None,
        metadata=dict(intent["metadata"]),
        paid=not failure,
        payment_intent=intent["id"],
        payment_method=method["id"],
        refunded=False,
        status="failed" if failure else "succeeded",
    )


def make_refund(charge: StripeObject, amount: int, **values: Any) -> StripeObject:
    return make_object(
        "refund",
        "re",
        amount=amount,
        charge=charge["id"],
        currency=charge["currency"],
        payment_intent=charge["payment_intent"],
        failure_reason=None,
        **values,
    )


def make_dispute(charge: StripeObject, *, status: str, due_by: int) -> StripeObject:
    return make_object(
        "dispute",
        "dp",
        amount=charge["amount"] - charge["amount_refunded"],
        charge=charge["id"],
        currency=charge["currency"],
        payment_intent=charge["payment_intent"],
        evidence_details={
            "due_by": due_by,
            "has_evidence": False,
            "past_due": False,
            "submission_count": 0,
        },
        reason="fraudulent",
        status=status,
    )
