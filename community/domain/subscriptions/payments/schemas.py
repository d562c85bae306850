"""What the steps of a payment pass to each other."""

from dataclasses import dataclass
from uuid import UUID

from community.gateways.payments import Charge, MethodSetup


@dataclass(frozen=True, slots=True)
class Order:
    """A payment that the provider must be asked for."""

    payment_id: UUID
    provider: str
    reference: str  # the id at the provider, or "" if it does not know the payment yet
    charge: Charge


@dataclass(frozen=True, slots=True)
class SetupOrder:
    """A card that the provider must be asked to save."""

    setup_id: UUID
    provider: str
    reference: str  # the id at the provider, or "" if it does not know the setup yet
    request: MethodSetup


@dataclass(frozen=True, slots=True)
class UnfinishedPayment:
    """A payment of the buyer for something else, which must be canceled at the provider first."""

    payment_id: UUID
    provider: str
    reference: str


@dataclass(frozen=True, slots=True)
class Settlement:
    """The result of applying the state of a payment at the provider."""

    payment_id: UUID
    status: str
    has_changed: bool = False
    # What must be returned to the buyer, in minor units, because the provider took the money for a
    # payment that had ended
    refund_due: int = 0
