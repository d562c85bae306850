"""How the stand-in for Stripe saves cards without a payment: its SetupIntents."""

from tests.stand_ins.stripe import objects
from tests.stand_ins.stripe.errors import PAYMENT_REQUIRED, ApiError
from tests.stand_ins.stripe.failures import describe_failure, ensure_status, make_decline
from tests.stand_ins.stripe.objects import StripeObject
from tests.stand_ins.stripe.parameters import SetupConfirmParameters, SetupIntentParameters
from tests.stand_ins.stripe.stand_in import CONFIRMABLE, StripeStandIn


def create_setup_intent(stand_in: StripeStandIn, parameters: SetupIntentParameters) -> StripeObject:
    if parameters.customer:
        stand_in.get("customer", parameters.customer)
    return stand_in.add(objects.make_setup_intent(parameters), "setup_intent.created")


def confirm_setup_intent(
    stand_in: StripeStandIn, intent: StripeObject, parameters: SetupConfirmParameters
) -> StripeObject:
    """Let the user enter a card. It is declined, saved, or the bank asks the user."""
    ensure_status(intent, CONFIRMABLE, "confirm")
    method = stand_in.find_method(parameters, customer=intent["customer"])
    card = stand_in.attach_method(intent, method, return_url=parameters.return_url)
    if card.decline:
        _fail(stand_in, intent, method, card.decline)
        raise make_decline(intent)
    if card.needs_action:
        stand_in.lead_to_bank(intent, return_url=parameters.return_url)
    else:
        _succeed(stand_in, intent, method)
    return intent


def enter_card(
    stand_in: StripeStandIn, reference: str, token: str, *, return_url: str = "http://localhost/"
) -> StripeObject:
    """Let the user enter a test card in the browser. A decline is recorded, not raised."""
    intent = stand_in.get("setup_intent", reference)
    parameters = SetupConfirmParameters(payment_method=token, return_url=return_url)
    try:
        confirm_setup_intent(stand_in, intent, parameters)
    except ApiError as error:
        if error.status != PAYMENT_REQUIRED:
            raise
    return intent


def authenticate_setup(stand_in: StripeStandIn, reference: str, *, accepts: bool) -> StripeObject:
    """Let the user answer the question of their bank."""
    intent = stand_in.get("setup_intent", reference)
    ensure_status(intent, {"requires_action"}, "authenticate")
    method = stand_in.get("payment_method", intent["payment_method"])
    if accepts:
        _succeed(stand_in, intent, method)
    else:
        _fail(stand_in, intent, method, "setup_intent_authentication_failure")
    return intent


def _succeed(stand_in: StripeStandIn, intent: StripeObject, method: StripeObject) -> None:
    # Without a customer, Stripe saves nothing that can be charged later.
    details = stand_in.save_method(method, intent["customer"]) if intent["customer"] else {}
    attempt = objects.make_object("setup_attempt", "setatt", payment_method_details=details)
    intent["latest_attempt"] = stand_in.add(attempt)["id"]
    intent.update(status="succeeded", last_setup_error=None, next_action=None)
    if intent["customer"]:
        stand_in.events.record("payment_method.attached", method)
    stand_in.events.record("setup_intent.succeeded", intent)


def _fail(stand_in: StripeStandIn, intent: StripeObject, method: StripeObject, reason: str) -> None:
    intent.update(
        status="requires_payment_method",
        last_setup_error=describe_failure(reason, method),
        next_action=None,
        payment_method=None,
    )
    stand_in.events.record("setup_intent.setup_failed", intent)
