from dataclasses import dataclass
from uuid import UUID

from community.core.events import DomainEvent


@dataclass(frozen=True, slots=True)
class PlansChanged(DomainEvent):
    """The plans on sale, or the texts of their features, have changed."""


@dataclass(frozen=True, slots=True)
class SubscriptionChanged(DomainEvent):
    """What a user may use, or until when, has changed."""

    subscription_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class TrialStarted(DomainEvent):
    subscription_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class PlanGranted(DomainEvent):
    subscription_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class AccessExtended(DomainEvent):
    subscription_id: int
    user_id: int


@dataclass(frozen=True, slots=True)
class PaymentChanged(DomainEvent):
    payment_id: UUID
    user_id: int | None
    status: str
    previous: str = ""  # the state before, or "" if the payment has begun
    # The refund by an administrator that has changed the state, or None
    refund_id: UUID | None = None


@dataclass(frozen=True, slots=True)
class MoneyMoved(DomainEvent):
    """The journal has got another movement of money."""

    payment_id: UUID


@dataclass(frozen=True, slots=True)
class MethodSetupChanged(DomainEvent):
    """The state of a card that a user saves, or the reason why it was declined, has changed."""

    setup_id: UUID
    user_id: int


@dataclass(frozen=True, slots=True)
class MoneyReturned(DomainEvent):
    """The provider has returned the money for a payment for which nothing was given."""

    payment_id: UUID
    user_id: int | None


@dataclass(frozen=True, slots=True)
class ConfirmationNeeded(DomainEvent):
    """The bank asks a subscriber to confirm a renewal, or they are reminded of it."""

    subscription_id: int
    user_id: int
    payment_id: UUID


@dataclass(frozen=True, slots=True)
class PlanRestored(DomainEvent):
    """A user got a plan back, because the refund of its payment failed."""

    subscription_id: int
    user_id: int
    payment_id: UUID


@dataclass(frozen=True, slots=True)
class RefundChanged(DomainEvent):
    """A refund by an administrator was begun, succeeded or failed."""

    refund_id: UUID
    payment_id: UUID
    status: str


@dataclass(frozen=True, slots=True)
class DisputeChanged(DomainEvent):
    """A buyer disputes a payment, or the state of the dispute has changed."""

    dispute_id: int
    payment_id: UUID
    is_new: bool = False  # whether the site has learned of the dispute now


@dataclass(frozen=True, slots=True)
class RenewalFailed(DomainEvent):
    """A renewal could not be charged. The subscription is tried again, or ends."""

    subscription_id: int
    user_id: int
    payment_id: UUID
