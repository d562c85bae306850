"""How payments and setups fail at the stand-in for Stripe."""

from typing import Any

from tests.stand_ins.stripe.errors import PAYMENT_REQUIRED, ApiError
from tests.stand_ins.stripe.objects import StripeObject


def describe_failure(reason: str, method: StripeObject) -> StripeObject:
    own_codes = {
        *("expired_card", "authentication_required"),
        *("payment_intent_authentication_failure", "setup_intent_authentication_failure"),
    }
    code = reason if reason in own_codes else "card_declined"
    is_decline = code == "card_declined"
    return {
        "type": "card_error",
        "code": code,
        **({"decline_code": reason} if is_decline else {}),
        "message": f"The card {method['card']['last4']} was declined.",
        "payment_method": dict(method),
    }


def make_decline(intent: StripeObject) -> ApiError:
    """Return the error with which a request to confirm an intent is declined."""
    kind = intent["object"]
    failure = dict(intent["last_setup_error" if kind == "setup_intent" else "last_payment_error"])
    message = failure.pop("message")
    return ApiError(
        message,
        status=PAYMENT_REQUIRED,
        type_=failure.pop("type"),
        **failure,
        **{kind: dict(intent)},
    )


def ensure_status(intent: StripeObject, allowed: frozenset[str] | set[str], action: str) -> None:
    """Refuse an action that the state of a PaymentIntent or SetupIntent does not allow."""
    kind = intent["object"]
    if intent["status"] not in allowed:
        extra: dict[str, Any] = {kind: dict(intent)}
        raise ApiError(
            f"A {kind} with the status {intent['status']} does not allow to {action}",
            code=f"{kind}_unexpected_state",
            **extra,
        )
