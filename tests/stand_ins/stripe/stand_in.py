"""The account of the stand-in for Stripe: its objects, and what happens to them."""

import asyncio
from dataclasses import dataclass, field

from community.core import clock
from tests.stand_ins.stripe import objects
from tests.stand_ins.stripe.cards import CARDS, TestCard
from tests.stand_ins.stripe.errors import PAYMENT_REQUIRED, ApiError, make_missing_error
from tests.stand_ins.stripe.events import EventSender
from tests.stand_ins.stripe.failures import describe_failure, ensure_status, make_decline
from tests.stand_ins.stripe.objects import StripeObject
from tests.stand_ins.stripe.parameters import (
    ConfirmParameters,
    CustomerParameters,
    CustomerUpdateParameters,
    PaymentIntentParameters,
    PaymentIntentUpdateParameters,
    SetupConfirmParameters,
)

CONFIRMABLE = frozenset({"requires_payment_method", "requires_confirmation", "requires_action"})
MIN_AMOUNTS = {"eur": 50, "usd": 50, "gbp": 30, "jpy": 50}


@dataclass
class StripeStandIn:
    """An account at the stand-in.

    Attributes:
        url: The address of the server.
        objects: All objects by id, oldest first.
        answers: The stored answers by idempotency key: the request, the status and the body.
        running_keys: The idempotency keys of the requests that have no answer yet.
        may_answer: Requests that change something wait until it is set. None if they do not wait.
        forbidden: What the key may not read, for example `refunds`.
        is_down: Whether the server answers every request with status 500.
        has_slow_refunds: Whether refunds are pending until `complete_refund`.
    """

    url: str = ""
    secret_key: str = "sk_test_stand_in"  # not a secret
    publishable_key: str = "pk_test_stand_in"
    events: EventSender = field(default_factory=lambda: EventSender("whsec_stand_in"))
    objects: dict[str, StripeObject] = field(default_factory=dict)
    answers: dict[str, tuple[str, int, StripeObject]] = field(default_factory=dict)
    running_keys: set[str] = field(default_factory=set)
    may_answer: asyncio.Event | None = None
    name: str = "Stand-in"
    forbidden: set[str] = field(default_factory=set)
    is_down: bool = False
    has_slow_refunds: bool = False

    def get(self, kind: str, object_id: str) -> StripeObject:
        found = self.objects.get(object_id)
        if found is None or found["object"] != kind:
            raise make_missing_error(kind, object_id)
        return found

    def list_kind(self, kind: str) -> list[StripeObject]:
        """Return all objects of a kind, newest first."""
        return [item for item in reversed(self.objects.values()) if item["object"] == kind]

    def create_customer(self, parameters: CustomerParameters) -> StripeObject:
        return self.add(objects.make_customer(parameters), "customer.created")

    def update(
        self,
        item: StripeObject,
        parameters: CustomerUpdateParameters | PaymentIntentUpdateParameters,
    ) -> StripeObject:
        """Change the given values of an object. An empty text removes a value."""
        given = parameters.model_dump(exclude_unset=True, exclude={"expand", "metadata"})
        item.update({name: value or None for name, value in given.items()})
        metadata = {**item["metadata"], **parameters.metadata}
        item["metadata"] = {name: value for name, value in metadata.items() if value}
        return item

    def create_payment_intent(self, parameters: PaymentIntentParameters) -> StripeObject:
        if parameters.customer:
            self.get("customer", parameters.customer)
        if parameters.amount < MIN_AMOUNTS.get(parameters.currency, 1):
            raise ApiError("Amount is too small", code="amount_too_small", param="amount")
        method = self.find_method(parameters) if parameters.confirm else None
        intent = self.add(objects.make_payment_intent(parameters), "payment_intent.created")
        if method is not None:
            self._confirm(intent, method, parameters)
        return intent

    def confirm(self, intent: StripeObject, parameters: ConfirmParameters) -> StripeObject:
        ensure_status(intent, CONFIRMABLE, "confirm")
        method = self.find_method(parameters, customer=intent["customer"])
        self._confirm(intent, method, parameters)
        return intent

    def pay(self, reference: str, token: str, *, return_url: str = "") -> StripeObject:
        """Let the buyer pay with a test card in the browser. A decline is recorded, not raised."""
        intent = self.get("payment_intent", reference)
        try:
            self.confirm(
                intent, ConfirmParameters(payment_method=token, return_url=return_url or None)
            )
        except ApiError as error:
            if error.status != PAYMENT_REQUIRED:
                raise
        return intent

    def authenticate(self, reference: str, *, accepts: bool) -> StripeObject:
        """Let the buyer answer the question of their bank."""
        intent = self.get("payment_intent", reference)
        ensure_status(intent, {"requires_action"}, "authenticate")
        method = self.get("payment_method", intent["payment_method"])
        if accepts:
            self._succeed(intent, method)
        else:
            self.decline(intent, method, "payment_intent_authentication_failure")
        return intent

    def cancel(self, intent: StripeObject, reason: str | None) -> StripeObject:
        ensure_status(intent, CONFIRMABLE, "cancel")
        intent.update(
            status="canceled",
            cancellation_reason=reason,
            canceled_at=int(clock.now().timestamp()),
            next_action=None,
        )
        self.events.record("payment_intent.canceled", intent)
        return intent

    def decline(self, intent: StripeObject, method: StripeObject, reason: str) -> None:
        """Let the bank decline a payment."""
        charge = self.add(objects.make_charge(intent, method, failure=reason))
        intent.update(
            status="requires_payment_method",
            latest_charge=charge["id"],
            last_payment_error=describe_failure(reason, method),
            next_action=None,
            payment_method=None,
        )
        self.events.record("payment_intent.payment_failed", intent)

    def add(self, item: StripeObject, event: str = "") -> StripeObject:
        """Store an object, and record the event of its creation."""
        self.objects[item["id"]] = item
        if event:
            self.events.record(event, item)
        return item

    def find_method(
        self,
        parameters: ConfirmParameters | SetupConfirmParameters,
        *,
        customer: str | None = None,
    ) -> StripeObject:
        """Return the payment method with which a payment or setup is confirmed."""
        token = parameters.payment_method
        if token is None:
            raise ApiError("A payment method is missing", code="parameter_missing")
        if (card := CARDS.get(token)) is not None:
            return self.add(objects.make_payment_method(card))
        method = self.get("payment_method", token)
        if isinstance(parameters, PaymentIntentParameters):
            customer = parameters.customer
        if method["customer"] is None or method["customer"] != customer:
            raise ApiError("The payment method does not belong to the customer")
        return method

    def _confirm(
        self, intent: StripeObject, method: StripeObject, parameters: ConfirmParameters
    ) -> None:
        card = self.attach_method(intent, method, return_url=parameters.return_url)
        is_saved = method["customer"] is not None
        if failure := card.decline or (card.later_decline if is_saved else ""):
            self.decline(intent, method, failure)
            raise make_decline(intent)
        if card.always_needs_action or (card.needs_action and not is_saved):
            self._ask_bank(intent, method, parameters)
        else:
            self._succeed(intent, method)

    def _ask_bank(
        self, intent: StripeObject, method: StripeObject, parameters: ConfirmParameters
    ) -> None:
        if parameters.off_session:
            self.decline(intent, method, "authentication_required")
            raise make_decline(intent)
        self.lead_to_bank(intent, return_url=parameters.return_url)

    def attach_method(
        self, intent: StripeObject, method: StripeObject, *, return_url: str | None
    ) -> TestCard:
        """Let a payment or the saving of a card use a method, and return its test card.

        Raises:
            ApiError: The method may need another page, and there is no address to return to.
        """
        methods = intent["automatic_payment_methods"]
        needs_url = methods is not None and methods["allow_redirects"] == "always"
        if needs_url and not return_url:
            raise ApiError("A return_url is missing", code="parameter_missing", param="return_url")
        intent.update(payment_method=method["id"], next_action=None)
        return CARDS[method["test_card"]]

    def save_method(self, method: StripeObject, customer: str) -> StripeObject:
        """Save a method for later payments, and return the details of its use."""
        kind = method["type"]
        if kind == "card":
            method["customer"] = customer
            return {"type": kind, kind: dict(method[kind])}
        # Redirects to a bank can be used once, and create a direct debit.
        debit = self.add(objects.make_direct_debit(CARDS[method["test_card"]], customer))
        last4 = debit["sepa_debit"]["last4"]
        return {"type": kind, kind: {"generated_sepa_debit": debit["id"], "iban_last4": last4}}

    def lead_to_bank(self, intent: StripeObject, *, return_url: str | None) -> None:
        """Let a payment or the saving of a card wait for the answer of the user to their bank."""
        redirect = {"url": f"{self.url}/bank/{intent['id']}", "return_url": return_url}
        intent["status"] = "requires_action"
        intent["next_action"] = {"type": "redirect_to_url", "redirect_to_url": redirect}
        self.events.record(f"{intent['object']}.requires_action", intent)

    def _succeed(self, intent: StripeObject, method: StripeObject) -> None:
        charge = self.add(objects.make_charge(intent, method, failure=""))
        if intent["setup_future_usage"] and intent["customer"]:
            charge["payment_method_details"] = self.save_method(method, intent["customer"])
        intent.update(
            status="succeeded",
            amount_received=intent["amount"],
            latest_charge=charge["id"],
            last_payment_error=None,
            next_action=None,
        )
        self.events.record("charge.succeeded", charge)
        self.events.record("payment_intent.succeeded", intent)


__all__ = ["CARDS", "StripeStandIn", "TestCard"]
