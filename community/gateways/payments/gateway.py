"""What the site needs from a payment provider. Each provider has a gateway that implements it.

Gateways send requests to the provider, so they are never called in a database transaction.
"""

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, Protocol
from uuid import UUID

from community.gateways.payments.returns import ProviderDispute, ProviderRefund, RefundReceipt

# `requires_action`: the buyer must do something, such as enter a card or confirm with the bank.
ProviderStatus = Literal["requires_action", "processing", "succeeded", "canceled", "failed"]
# `refund_failed`: the bank of the buyer has sent a refund back.
MovementKind = Literal["charge", "refund", "refund_failed", "dispute", "dispute_won"]


@dataclass(frozen=True, slots=True)
class SavedMethod:
    """A card or wallet that the provider has saved, so that it can be charged again."""

    reference: str  # the id at the provider
    customer: str = ""  # the id of the customer at the provider, or ""
    brand: str = ""
    last4: str = ""
    expires: str = ""  # the month in which it expires, for example `2028-04`, or ""


@dataclass(frozen=True, slots=True)
class Charge:
    """An amount that the site asks the provider to take."""

    # The id of the payment of the site. It is also the idempotency key: the provider takes the
    # money once, however often the request is sent.
    payment_id: UUID
    amount: int  # in minor units of the currency
    currency: str
    description: str
    email: str = ""
    # The saved method that is charged without the buyer. None if the buyer pays now.
    method: SavedMethod | None = None
    saves_method: bool = False  # whether the provider saves what the buyer pays with
    customer: str = ""  # the id of the customer at the provider, or ""
    user_id: int | None = None  # the buyer, for those who look the payment up at the provider
    return_url: str = ""  # where the buyer returns after a confirmation on a page of their bank
    # When the site created the payment. Providers forget idempotency keys after a while, so a
    # gateway looks for an older payment before it creates one. None if the payment cannot exist at
    # the provider.
    created_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Movement:
    """Money that the provider took or returned."""

    kind: MovementKind
    reference: str  # the id of the movement at the provider
    amount: int  # in minor units; negative if the money left the site
    currency: str


@dataclass(frozen=True, slots=True)
class NextStep:
    """What the page of the buyer does to pay."""

    # `stripe`, `yookassa` or `sandbox`; `redirect` if the buyer continues on a page of the
    # provider, whose address is `url`
    kind: str
    # What the script of the provider needs, such as the client secret. It is sent only to the
    # buyer, and is never stored.
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ProviderPayment:
    """A payment as the provider knows it now."""

    reference: str  # the id at the provider
    status: ProviderStatus
    amount: int
    currency: str
    # The id of the payment of the site, as the provider has stored it. None if the provider has
    # stored another text.
    payment_id: UUID | None
    failure: str = ""  # the code of the provider for the reason of a failure
    method: SavedMethod | None = None
    movements: tuple[Movement, ...] = ()  # all movements of money of the payment
    refunds: tuple[ProviderRefund, ...] = ()  # all refunds, also those that have moved no money yet
    disputes: tuple[ProviderDispute, ...] = ()  # all disputes, also those that move no money
    next_step: NextStep | None = None  # what the buyer does next; None if they have nothing to do
    # If the provider cannot cancel the payment, the time until which the buyer can still pay it.
    # The money is returned if they do. None if it can no longer be paid.
    payable_until: datetime | None = None


@dataclass(frozen=True, slots=True)
class MethodSetup:
    """A card or wallet that the site asks the provider to save without a payment."""

    setup_id: UUID  # the id of the setup of the site; it is also the idempotency key
    email: str = ""
    customer: str = ""  # the id of the customer at the provider, or ""
    user_id: int | None = None  # the user, for those who look the customer up at the provider
    return_url: str = ""  # where the user returns after a confirmation on a page of their bank


@dataclass(frozen=True, slots=True)
class ProviderSetup:
    """The saving of a card or wallet as the provider knows it now."""

    reference: str  # the id at the provider
    status: ProviderStatus
    # The id of the setup of the site, as the provider has stored it. None if the provider has
    # stored another text.
    setup_id: UUID | None
    failure: str = ""  # the code of the provider for the reason of a failure
    method: SavedMethod | None = None  # what was saved; None until the state is `succeeded`
    next_step: NextStep | None = None  # what the user does next; None if they have nothing to do


@dataclass(frozen=True, slots=True)
class AccountDescription:
    """What an account says about itself and its keys."""

    name: str  # the name or the id, or "" if the key may not read it
    is_test: bool  # whether payments move no money
    is_disabled: bool = False
    missing_rights: tuple[str, ...] = ()  # the names of the rights that the key lacks
    # Whether the public key is for live mode and the secret one for test mode, or the reverse
    has_other_public_key: bool = False
    has_webhook_secret: bool = True  # False if the site needs a secret for messages and has none


@dataclass(frozen=True, slots=True)
class WebhookEvent:
    """A message of the provider that the state of a payment or a setup has changed."""

    event_id: str
    kind: str
    # The id of the payment or setup at the provider, or "" if the event is of another kind
    reference: str = ""
    # What is stored of the message: no data of cards and people
    content: Mapping[str, Any] = field(default_factory=dict)


class PaymentGateway(Protocol):
    """A payment provider.

    All methods raise `ProviderUnavailable` if the provider does not answer, `UnknownObject` if the
    account has no such payment or card, `KeysRejected` if the keys are wrong, and another
    `PaymentProviderError` if the provider does not accept the request.

    Attributes:
        name: `stripe`, `yookassa` or `sandbox`.
    """

    name: str

    async def create_payment(self, charge: Charge) -> ProviderPayment:
        """Create a payment, or return the one that an earlier call with its id has created.

        The state is `failed` if the provider has finally refused to create it. It then has no
        reference.
        """
        ...

    async def find_payment(self, charge: Charge) -> ProviderPayment | None:
        """Return the payment that an earlier request has created, or None. Create nothing."""
        ...

    async def fetch_payment(self, reference: str) -> ProviderPayment: ...

    async def cancel_payment(self, reference: str) -> ProviderPayment:
        """Cancel a payment that has not succeeded, and return its state.

        The state is `succeeded` if the provider took the money before. See `payable_until` for
        providers that cannot cancel every payment.
        """
        ...

    async def refund(
        self,
        reference: str,
        amount: int,
        currency: str,
        key: str,
        *,
        receipt: RefundReceipt | None = None,
    ) -> ProviderPayment:
        """Return an amount in minor units to the buyer.

        Args:
            key: The idempotency key. The money is returned once for each key.
            receipt: What a provider that sends receipts needs unless the whole amount is returned.
        """
        ...

    async def create_setup(self, setup: MethodSetup) -> ProviderSetup:
        """Begin to save a card or wallet, or return what an earlier call with its id has begun.

        The state is `failed` if the provider has finally refused it. It then has no reference.
        """
        ...

    async def fetch_setup(self, reference: str) -> ProviderSetup: ...

    async def detach_method(self, method: SavedMethod, *, forgets_customer: bool = False) -> None:
        """Forget a card or wallet at the provider, so that it can no longer be charged.

        Args:
            forgets_customer: Whether the email address of the customer is erased too.
        """
        ...

    async def check_keys(self) -> None:
        """Raise `PaymentProviderError` unless the provider accepts the keys."""
        ...

    async def describe_account(self) -> AccountDescription:
        """Return the account to which the keys belong, and what is wrong with them."""
        ...

    def read_webhook(self, body: bytes, headers: Mapping[str, str]) -> WebhookEvent | None:
        """Return the event in a message of the provider, or None if it is of no interest.

        Args:
            headers: The headers of the request with lower-case names.

        Raises:
            InvalidSignature: The signature is missing, wrong, too old or from the future.
            InvalidWebhook: The message is not an event.
        """
        ...

    def list_movements(self, since: datetime) -> AsyncIterator[tuple[str, Movement]]:
        """Yield the movements of money since a time, each with the reference of its payment."""
        ...
