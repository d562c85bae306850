"""What providers report about money that goes back to buyers: refunds and disputes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

RefundStatus = Literal["pending", "succeeded", "failed"]
# `needs_response`: the site must answer. `closed`: it was only an inquiry, or was prevented.
DisputeStatus = Literal["needs_response", "under_review", "won", "lost", "closed"]


@dataclass(frozen=True, slots=True)
class RefundReceipt:
    """The data of the receipt for a part of a payment that is returned.

    Attributes:
        email: The address of the buyer, or "" if their account was erased.
        description: What the payment was for, as the first receipt says.
    """

    email: str
    description: str


@dataclass(frozen=True, slots=True)
class ProviderRefund:
    """A refund as the provider knows it now.

    Attributes:
        reference: The id at the provider.
        key: The idempotency key of the request, or "" if the site has not asked for the refund.
        amount: In minor units.
        failure: The code of the provider for the reason of a failure.
    """

    reference: str
    key: str
    amount: int
    status: RefundStatus
    failure: str = ""


@dataclass(frozen=True, slots=True)
class ProviderDispute:
    """A dispute as the provider knows it now.

    Attributes:
        reference: The id at the provider.
        reason: The code of the provider for the reason.
        amount: In minor units.
        due_by: Until when the site can answer.
        is_test: Whether the account is in test mode.
    """

    reference: str
    status: DisputeStatus
    reason: str
    amount: int
    currency: str
    opened_at: datetime
    due_by: datetime | None = None
    is_test: bool = False
