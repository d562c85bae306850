"""The state of a shop: its payments, refunds and saved methods, and how they change."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import uuid4

from tests.stand_ins.yookassa import requests
from tests.stand_ins.yookassa.cards import BY_NUMBER, Card
from tests.stand_ins.yookassa.errors import ApiError, make_invalid, make_not_found
from tests.stand_ins.yookassa.notifications import Notification
from tests.stand_ins.yookassa.objects import (
    CONFIRMATION_LIFETIME,
    Method,
    StoredPayment,
    StoredRefund,
)


@dataclass
class Shop:
    """A shop at YooKassa.

    Attributes:
        currencies: The currencies of its contract.
        url: The address of the pages of YooKassa.
        allows_recurring: Whether it may save and charge payment methods.
        allows_bindings: Whether it may save payment methods without a payment.
        retries_declined: Whether the widget lets the buyer try another card after a decline.
            Otherwise a decline ends the payment.
        has_slow_refunds: Whether refunds are pending until `complete_refund`.
        needs_receipts: Whether it must send the data of a receipt with each payment.
        notifications: All changes, oldest first.
        on_change: Called with each notification.
        offset: The difference between the clock of the shop and that of the machine.
    """

    shop_id: str = "100500"
    secret_key: str = "test_stand-in-secret"  # it opens nothing
    currencies: frozenset[str] = frozenset({"RUB"})
    is_enabled: bool = True
    url: str = "https://yoomoney.ru"
    allows_recurring: bool = True
    allows_bindings: bool = True
    retries_declined: bool = True
    has_slow_refunds: bool = False
    needs_receipts: bool = False
    payments: dict[str, StoredPayment] = field(default_factory=dict)
    refunds: dict[str, StoredRefund] = field(default_factory=dict)
    methods: dict[str, Method] = field(default_factory=dict)
    notifications: list[Notification] = field(default_factory=list)
    on_change: Callable[[Notification], None] = lambda _: None
    offset: timedelta = timedelta(0)

    def now(self) -> datetime:
        return datetime.now(UTC) + self.offset

    def create_payment(self, body: Mapping[str, Any]) -> StoredPayment:
        requests.ensure_known(body, requests.PAYMENT_PARAMETERS)
        amount, currency = requests.read_amount(body, self.currencies)
        requests.ensure_large_enough(amount, currency)
        payment = StoredPayment(
            amount=amount,
            currency=currency,
            shop_id=self.shop_id,
            created_at=self.now(),
            captures=requests.read_flag(body, "capture"),
            saves_method=requests.read_flag(body, "save_payment_method"),
            description=requests.read_text(body, "description", requests.MAX_DESCRIPTION),
            metadata=requests.read_metadata(body),
        )
        requests.check_receipt(body, is_needed=self.needs_receipts)
        kind = requests.read_confirmation(body)
        method_id = body.get("payment_method_id")
        if (payment.saves_method or method_id) and not self.allows_recurring:
            description = (
                "This store can't make recurring payments. Contact the YooMoney manager to learn "
                "more"
            )
            raise ApiError(403, "forbidden", description)
        if method_id is not None:
            method = self.methods.get(str(method_id))
            if method is None:
                raise make_invalid("payment_method_id")
            self.payments[payment.id] = payment
            self._charge(payment, method.card, failure=method.card.later_failure, method=method)
        elif kind == "embedded":
            payment.confirmation = {"type": kind, "confirmation_token": f"ct-{uuid4()}"}
        elif kind == "redirect":
            url = f"https://yoomoney.ru/checkout/payments/v2/contract?orderId={payment.id}"
            payment.confirmation = {"type": kind, "confirmation_url": url}
        else:
            raise make_invalid("payment_method_data", "Missing required parameter.")
        self.payments[payment.id] = payment
        return payment

    def get_payment(self, payment_id: str) -> StoredPayment:
        if (payment := self.payments.get(payment_id)) is None:
            raise make_not_found("payment_id")
        self._expire(payment)
        return payment

    def find_by_token(self, token: str) -> StoredPayment:
        for payment in self.payments.values():
            if payment.confirmation and payment.confirmation.get("confirmation_token") == token:
                return self.get_payment(payment.id)
        raise make_not_found("confirmation_token")

    def pay(self, payment_id: str, number: str) -> str:
        """Let the buyer pay with a card. Return `confirm` if their bank asks, or the reason of a
        decline, or "".
        """
        payment, card = self.get_payment(payment_id), BY_NUMBER.get(number)
        if payment.status != "pending" or payment.confirmation is None:
            raise requests.make_state_error(payment.status, "paid")
        if card is None:
            return "invalid_card_number"
        if card.failure and self.retries_declined:
            return card.failure
        if card.needs_confirmation:
            payment.method = Method(card)
            return "confirm"
        self._charge(payment, card, failure=card.failure)
        return card.failure

    def answer_bank(self, payment_id: str, *, accepts: bool) -> str:
        """Let the buyer answer the bank. Return the reason of a decline, or ""."""
        payment = self.get_payment(payment_id)
        if payment.status != "pending" or payment.method is None:
            raise requests.make_state_error(payment.status, "confirmed")
        failure = "" if accepts else "3d_secure_failed"
        card, payment.method = payment.method.card, None
        if not failure or not self.retries_declined:
            self._charge(payment, card, failure=failure)
        return failure

    def complete(self, payment_id: str) -> None:
        """Let a slow payment succeed."""
        payment = self.get_payment(payment_id)
        if payment.status == "pending" and payment.method:
            self._succeed(payment)

    def capture(self, payment_id: str, body: Mapping[str, Any]) -> StoredPayment:
        requests.ensure_known(body, requests.CAPTURE_PARAMETERS)
        payment = self.get_payment(payment_id)
        if payment.status != "waiting_for_capture":
            raise requests.make_state_error(payment.status, "captured")
        if "amount" in body:
            amount, currency = requests.read_amount(body, self.currencies)
            if amount > payment.amount or currency != payment.currency:
                raise make_invalid("amount")
            payment.amount = amount
        payment.captures = True
        self._succeed(payment)
        return payment

    def cancel(self, payment_id: str) -> StoredPayment:
        payment = self.get_payment(payment_id)
        if payment.status != "waiting_for_capture":
            raise requests.make_state_error(payment.status, "canceled")
        self._cancel(payment, "merchant", "canceled_by_merchant")
        return payment

    def create_refund(self, body: Mapping[str, Any]) -> StoredRefund:
        requests.ensure_known(body, requests.REFUND_PARAMETERS)
        amount, currency = requests.read_amount(body, self.currencies)
        payment = self.payments.get(str(body.get("payment_id")))
        if payment is None:
            raise make_invalid("payment_id")
        if payment.status != "succeeded":
            raise requests.make_state_error(payment.status, "refunded")
        pending = sum(
            refund.amount
            for refund in self.refunds.values()
            if refund.payment_id == payment.id and refund.status == "pending"
        )
        if currency != payment.currency:
            raise make_invalid("amount.currency")
        if payment.refunded + pending + amount > payment.amount:
            raise make_invalid("amount", "The refund amount exceeds the payment amount.")
        is_part = amount < payment.amount
        requests.check_receipt(body, is_needed=self.needs_receipts and is_part)
        description = requests.read_text(body, "description", 250)
        metadata = requests.read_metadata(body)
        refund = StoredRefund(payment.id, amount, currency, self.now(), description, metadata)
        refund.receipt = body.get("receipt")
        self.refunds[refund.id] = refund
        if not self.has_slow_refunds:
            self.complete_refund(refund.id)
        return refund

    def complete_refund(self, refund_id: str) -> None:
        refund = self.refunds[refund_id]
        refund.status = "succeeded"
        self.payments[refund.payment_id].refunded += refund.amount
        self.notify("refund.succeeded", refund.to_document())

    def cancel_refund(self, refund_id: str, reason: str = "insufficient_funds") -> None:
        """Decline a pending refund. YooKassa sends no notification about it."""
        refund = self.refunds[refund_id]
        refund.status, refund.cancellation = "canceled", ("yoo_money", reason)

    def compute_balance(self, currency: str) -> Decimal:
        """Return the sum of all succeeded payments and refunds."""
        taken = (
            payment.amount - payment.refunded
            for payment in self.payments.values()
            if payment.status == "succeeded" and payment.currency == currency
        )
        return sum(taken, Decimal(0))

    def _charge(
        self, payment: StoredPayment, card: Card, *, failure: str = "", method: Method | None = None
    ) -> None:
        payment.method = method or Method(card)
        payment.confirmation = None
        if failure:
            self._cancel(payment, "payment_network", failure)
        elif not card.is_slow:
            self._succeed(payment)

    def _succeed(self, payment: StoredPayment) -> None:
        if payment.method and payment.saves_method:
            payment.method.is_saved = True
            self.methods[payment.method.id] = payment.method
        if not payment.captures:
            payment.status = "waiting_for_capture"
        else:
            payment.status, payment.captured_at = "succeeded", self.now()
        self.notify(f"payment.{payment.status}", payment.to_document())

    def _cancel(self, payment: StoredPayment, party: str, reason: str) -> None:
        payment.status, payment.cancellation = "canceled", (party, reason)
        self.notify("payment.canceled", payment.to_document())

    def _expire(self, payment: StoredPayment) -> None:
        is_waiting = payment.status == "pending" and payment.confirmation is not None
        if is_waiting and self.now() >= payment.created_at + CONFIRMATION_LIFETIME:
            self._cancel(payment, "yoo_money", "expired_on_confirmation")

    def notify(self, event: str, document: dict[str, Any]) -> None:
        """Record a notification, and send it."""
        notification = Notification(event, document)
        self.notifications.append(notification)
        self.on_change(notification)
