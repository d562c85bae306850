from typing import Literal
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.people import UserSummary
from community.domain.subscriptions import billing, schemas
from community.domain.subscriptions.invoices.schemas import InvoiceSummary
from community.domain.subscriptions.payments.refunds import RefundReason
from community.gateways.payments import DisputeStatus


class SubscriptionRecord(ReadModel):
    """A subscription of any user.

    Attributes:
        user: None if the account is deleted.
        price: What a period costs, in minor units.
        credit: What the next renewal deducts, in minor units.
        renews_at: When the next renewal is charged, or None.
        paid_until: The end of the paid time, if the access lasts longer because a failed renewal is
            tried again.
        changed_by: The administrator who granted or revoked it.
        is_live: Whether the subscription has not ended.
    """

    id: int
    user: UserSummary | None
    plan: schemas.PlanSummary
    status: schemas.SubscriptionStatus
    origin: str
    price: int
    currency: str
    period: billing.Period
    period_start: Timestamp
    access_until: Timestamp
    paid_until: Timestamp | None = None
    renews_at: Timestamp | None = None
    credit: int = 0
    cancel_reason: str = ""
    canceled_at: Timestamp | None = None
    ended_at: Timestamp | None = None
    created_at: Timestamp
    changed_by: UserSummary | None = None
    payment_method: schemas.PaymentMethodView | None = None
    is_live: bool = True


class PromoCodeView(ReadModel):
    """A promo code.

    Attributes:
        percent: By how much it lowers the price.
        periods: How many periods it lowers, or 0 for all of them.
        plans: The plans that it is for. Empty for all plans.
        uses: How many payments have used it.
        max_uses: How many payments may use it, or None for no limit.
        expires_at: When it can no longer be used, or None.
    """

    id: int
    code: str
    percent: int
    periods: int = 1
    plans: list[schemas.PlanSummary] = []
    uses: int = 0
    max_uses: int | None = None
    expires_at: Timestamp | None = None
    is_active: bool = True
    created_at: Timestamp


class Revenue(ReadModel):
    """An amount in minor units of a currency."""

    amount: int
    currency: str


class PlanSubscribers(ReadModel):
    """How many users have a plan."""

    plan: schemas.PlanSummary
    count: int


class SubscriptionStatistics(ReadModel):
    """The live subscriptions.

    Attributes:
        monthly_revenue: The monthly recurring revenue in each currency.
        plans: All plans in display order.
    """

    live_count: int
    monthly_revenue: list[Revenue] = []
    plans: list[PlanSubscribers] = []


class Balance(ReadModel):
    """What a provider took minus what it returned, in minor units."""

    provider: str
    amount: int
    currency: str


class ProviderEventView(ReadModel):
    """A message of a provider.

    Attributes:
        outcome: What the event has changed, or the reason why nothing was changed.
    """

    id: int
    event_id: str
    kind: str
    received_at: Timestamp
    applied_at: Timestamp | None = None
    outcome: str = ""


class MoneyMovementView(ReadModel):
    """An entry of the journal. `amount` is negative if the money left the site."""

    id: int
    kind: str
    reference: str
    amount: int
    currency: str
    created_at: Timestamp


class RefundView(ReadModel):
    """A refund by an administrator.

    Attributes:
        reason: A key of `REFUND_REASONS`.
        failure: The reason of a failure in the words of the site, or "".
        requested_by: None if the account is deleted.
    """

    id: UUID
    amount: int
    reason: RefundReason
    note: str
    status: Literal["created", "pending", "succeeded", "failed"]
    reference: str
    failure: str
    requested_by: UserSummary | None
    created_at: Timestamp
    ended_at: Timestamp | None


class DisputeView(ReadModel):
    """A dispute of the buyer.

    Attributes:
        reason: The code of the provider for the reason.
        due_by: Until when the site can answer.
        url: The page of the dispute at the provider, or "".
    """

    id: int
    status: DisputeStatus
    reason: str
    amount: int
    currency: str
    due_by: Timestamp | None
    opened_at: Timestamp
    url: str


class PaymentRecord(ReadModel):
    """A payment of any user. Amounts are in minor units.

    Attributes:
        refundable: How much can still be returned.
        user: The buyer, or None if the account is deleted.
        reference: The id at the provider.
        failure: The reason of the failure in the words of the site, or "".
        failure_code: The reason in the words of the provider, or "".
        consent: What the buyer has agreed to. None for renewals, and before they have agreed.
    """

    id: UUID
    user: UserSummary | None
    recipient: UserSummary | None
    plan: schemas.PlanSummary
    subscription_id: int | None
    kind: schemas.PaymentKind
    status: schemas.PaymentStatus
    provider: str
    reference: str
    amount: int
    credit: int
    vat: int
    refunded: int
    currency: str
    needs_action: bool
    failure: str
    failure_code: str
    created_at: Timestamp
    checked_at: Timestamp | None
    succeeded_at: Timestamp | None
    ended_at: Timestamp | None
    consent: schemas.ConsentView | None = None
    refundable: int
    refunds: list[RefundView]
    disputes: list[DisputeView]
    events: list[ProviderEventView]
    movements: list[MoneyMovementView]
    documents: list[InvoiceSummary]
