"""Payments, refunds and saved payment methods as the API returns them."""

import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

from tests.stand_ins.yookassa.cards import Card

# The token of the widget, and a payment that was not confirmed, end after an hour.
CONFIRMATION_LIFETIME = timedelta(hours=1)


def make_id() -> str:
    return str(UUID(bytes=secrets.token_bytes(16)))


def format_time(moment: datetime) -> str:
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03}Z"


def make_amount(value: Decimal, currency: str) -> dict[str, str]:
    return {"value": f"{value:.2f}", "currency": currency}


@dataclass
class Method:
    """A card with which a payment was made."""

    card: Card
    id: str = field(default_factory=make_id)
    is_saved: bool = False

    def to_document(self) -> dict[str, Any]:
        number = self.card.number
        return {
            "type": "bank_card",
            "id": self.id,
            "saved": self.is_saved,
            "status": "active" if self.is_saved else "inactive",
            "title": f"Bank card *{number[-4:]}",
            "card": {
                "first6": number[:6],
                "last4": number[-4:],
                "expiry_month": "07",
                "expiry_year": "2031",
                "card_type": self.card.brand,
                "issuer_country": "RU",
            },
        }


@dataclass
class StoredPayment:
    """A payment.

    Attributes:
        confirmation: What the API returns while the buyer must act, or None.
        cancellation: Who has canceled the payment, and why.
    """

    amount: Decimal
    currency: str
    shop_id: str
    created_at: datetime
    captures: bool
    saves_method: bool
    description: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    id: str = field(default_factory=make_id)
    status: str = "pending"
    confirmation: dict[str, str] | None = None
    method: Method | None = None
    captured_at: datetime | None = None
    cancellation: tuple[str, str] | None = None
    refunded: Decimal = Decimal(0)

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "id": self.id,
            "status": self.status,
            "paid": self.status in {"waiting_for_capture", "succeeded"},
            "amount": make_amount(self.amount, self.currency),
            "created_at": format_time(self.created_at),
            "metadata": self.metadata,
            "recipient": {"account_id": self.shop_id, "gateway_id": "100700"},
            "refundable": self.status == "succeeded" and self.refunded < self.amount,
            "test": True,
        }
        if self.description:
            document["description"] = self.description
        if self.status == "pending" and self.confirmation:
            document["confirmation"] = self.confirmation
        if self.method:
            document["payment_method"] = self.method.to_document()
        if self.captured_at:
            document["captured_at"] = format_time(self.captured_at)
            document["refunded_amount"] = make_amount(self.refunded, self.currency)
        if self.cancellation:
            party, reason = self.cancellation
            document["cancellation_details"] = {"party": party, "reason": reason}
        return document


@dataclass
class StoredRefund:
    payment_id: str
    amount: Decimal
    currency: str
    created_at: datetime
    description: str = ""
    metadata: dict[str, str] = field(default_factory=dict)
    receipt: dict[str, Any] | None = None
    id: str = field(default_factory=make_id)
    status: str = "pending"
    cancellation: tuple[str, str] | None = None

    def to_document(self) -> dict[str, Any]:
        document: dict[str, Any] = {
            "id": self.id,
            "payment_id": self.payment_id,
            "status": self.status,
            "created_at": format_time(self.created_at),
            "amount": make_amount(self.amount, self.currency),
            "metadata": self.metadata,
        }
        if self.cancellation:
            party, reason = self.cancellation
            document["cancellation_details"] = {"party": party, "reason": reason}
        return document | ({"description": self.description} if self.description else {})
