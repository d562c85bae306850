"""What providers report about money that goes back to buyers: refunds and disputes."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

RefundStatus = Literal["pending", "succeeded", "failed"]
# `needs_response`: the site must answer. `closed`: it was only an inquiry, or was prevented.
DisputeStatus = Literal["needs_response", "under_review", "won", "lost", "closed"]


@dataclass(frozen=True, slots=True)
class RefundReceipt:
    """The data of the receipt for a part of a payment that is returned."""

    email: str  # the address of the buyer, or "" if their account was erased
    description: str  # what the payment was for, as the first receipt says


@dataclass(frozen=True, slots=True)
class ProviderRefund:
    """A refund as the provider knows it now."""

    reference: str  # the id at the provider
    key: str  # the idempotency key of the request, or "" if the site has not asked for the refund
    amount: int  # in minor units
    status: RefundStatus
    failure: str = ""  # the code of the provider for the reason of a failure


@dataclass(frozen=True, slots=True)
class ProviderDispute:
    """A dispute as the provider knows it now."""

    reference: str  # the id at the provider
    status: DisputeStatus
    reason: str  # the code of the provider for the reason
    amount: int  # in minor units
    currency: str
    opened_at: datetime
    due_by: datetime | None = None  # until when the site can answer
    is_test: bool = False  # whether the account is in test mode
