"""The parts of YooKassa's payments and refunds that the site reads."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final

from pydantic import BaseModel, Field, ValidationError

from community.core import ids, money
from community.gateways.payments.errors import PaymentProviderError, ProviderUnavailable
from community.gateways.payments.gateway import Movement, ProviderStatus, SavedMethod
from community.gateways.payments.returns import ProviderRefund, RefundReceipt, RefundStatus

# The buyer did not pay, or the site has canceled the payment. Other reasons are declines.
_ENDED_WITHOUT_DECLINE: Final = frozenset(
    {"canceled_by_merchant", "expired_on_capture", "expired_on_confirmation"}
)
_DECIMALS: Final = 2
MAX_DESCRIPTION_LENGTH: Final = 128
# The name of the idempotency key in the metadata of a refund.
REFUND_KEY: Final = "refund_key"
_REFUND_STATUSES: Final[Mapping[str, RefundStatus]] = {
    "succeeded": "succeeded",
    "canceled": "failed",
}


class Amount(BaseModel):
    value: str
    currency: str

    def to_minor_units(self) -> int:
        """Return the amount in minor units. Raise `ProviderUnavailable` if it is not an amount."""
        if (amount := money.parse_amount(self.value, self.currency)) is None:
            raise ProviderUnavailable("unreadable")
        return amount


class Card(BaseModel):
    last4: str = ""
    expiry_month: str = ""
    expiry_year: str = ""
    card_type: str = ""


class Method(BaseModel):
    id: str
    type: str = ""
    saved: bool = False
    card: Card | None = None


class Confirmation(BaseModel):
    type: str = ""
    confirmation_token: str = ""
    confirmation_url: str = ""


class CancellationDetails(BaseModel):
    reason: str = ""


class YooKassaPayment(BaseModel):
    """A payment object. `confirmation` is only there while the buyer must confirm."""

    id: str
    status: str
    amount: Amount
    created_at: datetime
    metadata: dict[str, Any] | None = None
    payment_method: Method | None = None
    confirmation: Confirmation | None = None
    refunded_amount: Amount | None = None
    cancellation_details: CancellationDetails = Field(default_factory=CancellationDetails)

    @property
    def payment_id(self) -> Any:
        return ids.parse_uuid(str((self.metadata or {}).get("payment_id", "")))


class YooKassaMethod(Method):
    """A method that is saved without a payment. `confirmation` is there while the user must act."""

    status: str
    metadata: dict[str, Any] | None = None
    confirmation: Confirmation | None = None

    @property
    def setup_id(self) -> Any:
        return ids.parse_uuid(str((self.metadata or {}).get("setup_id", "")))


class YooKassaRefund(BaseModel):
    id: str
    payment_id: str
    status: str
    amount: Amount
    metadata: dict[str, Any] | None = None
    cancellation_details: CancellationDetails = Field(default_factory=CancellationDetails)

    def to_movement(self) -> Movement:
        amount = self.amount.to_minor_units()
        return Movement("refund", self.id, -amount, self.amount.currency)

    def to_refund(self) -> ProviderRefund:
        has_failed = self.status == "canceled"
        return ProviderRefund(
            reference=self.id,
            key=str((self.metadata or {}).get(REFUND_KEY, "")),
            amount=self.amount.to_minor_units(),
            status=_REFUND_STATUSES.get(self.status, "pending"),
            failure=self.cancellation_details.reason if has_failed else "",
        )


def read_payment(document: Any) -> YooKassaPayment:
    try:
        return YooKassaPayment.model_validate(document)
    except ValidationError as error:
        raise ProviderUnavailable("unreadable") from error


def read_method(document: Any) -> YooKassaMethod:
    try:
        return YooKassaMethod.model_validate(document)
    except ValidationError as error:
        raise ProviderUnavailable("unreadable") from error


def read_refund(document: Any) -> YooKassaRefund:
    try:
        return YooKassaRefund.model_validate(document)
    except ValidationError as error:
        raise ProviderUnavailable("unreadable") from error


def make_amount(amount: int, currency: str) -> dict[str, str]:
    """Return an amount in minor units as YooKassa expects it, with two decimals.

    Raise `PaymentProviderError` if the amount cannot be written with two decimals.
    """
    value = money.to_decimal(amount, currency)
    text = f"{value:.{_DECIMALS}f}"
    if money.parse_amount(text, currency) != amount:
        raise PaymentProviderError("amount")
    return {"value": text, "currency": currency}


def make_receipt(
    email: str, description: str, amount: dict[str, str], vat_code: int
) -> dict[str, Any]:
    """Return the data of a receipt for a service that is paid in full (54-FZ)."""
    item = {
        "description": description,
        "quantity": "1",
        "amount": amount,
        "vat_code": vat_code,
        "payment_mode": "full_payment",
        "payment_subject": "service",
    }
    return {"customer": {"email": email}, "items": [item]}


def make_refund(
    reference: str,
    amount: dict[str, str],
    key: str,
    receipt: RefundReceipt | None,
    vat_code: int | None,
) -> dict[str, Any]:
    """Return the request that returns money.

    Args:
        key: The idempotency key.
        receipt: The data of the receipt, without which YooKassa only accepts the return of the
            whole amount.
        vat_code: None if YooKassa does not send the receipts of the shop.
    """
    body: dict[str, Any] = {
        "payment_id": reference,
        "amount": amount,
        "metadata": {REFUND_KEY: key},
    }
    if vat_code is not None and receipt is not None and receipt.email:
        text = receipt.description[:MAX_DESCRIPTION_LENGTH]
        body["receipt"] = make_receipt(receipt.email, text, amount, vat_code)
    return body


def format_time(time: datetime) -> str:
    return time.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def get_status(payment: YooKassaPayment) -> ProviderStatus:
    if payment.status == "succeeded":
        return "succeeded"
    if payment.status == "canceled":
        reason = payment.cancellation_details.reason
        return "canceled" if reason in _ENDED_WITHOUT_DECLINE else "failed"
    # Payments are captured at once, so `waiting_for_capture` is a step of YooKassa.
    return "requires_action" if payment.confirmation else "processing"


def get_charge(payment: YooKassaPayment) -> Movement | None:
    if payment.status != "succeeded":
        return None
    amount = payment.amount
    return Movement("charge", payment.id, amount.to_minor_units(), amount.currency)


def get_saved_method(method: Method | None) -> SavedMethod | None:
    if method is None or not method.saved:
        return None
    card = method.card or Card()
    return SavedMethod(
        reference=method.id,
        brand=(card.card_type or method.type).lower(),
        last4=card.last4,
        expires=f"{card.expiry_year}-{card.expiry_month}" if card.expiry_year else "",
    )
