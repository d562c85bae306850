from collections.abc import Sequence
from typing import Literal, NotRequired, TypedDict
from uuid import UUID

from community.core.read_models import ReadModel, Timestamp
from community.domain.subscriptions.billing import Period
from community.domain.subscriptions.vat import VatTreatment

SubscriptionStatus = Literal["active", "past_due", "canceled", "expired", "revoked"]
PaymentStatus = Literal[
    "created", "pending", "succeeded", "canceled", "failed", "expired", "refunded"
]
MethodSetupStatus = Literal["created", "pending", "succeeded", "canceled", "failed", "expired"]
PaymentKind = Literal["purchase", "upgrade", "gift", "renewal"]


class PlanFeature(ReadModel):
    code: str
    name: str
    description: str = ""


class FeatureChoice(PlanFeature):
    """A feature that a plan can include."""

    unavailable: str = ""  # why the site cannot give it now, so that buyers do not see it, or ""


class PlanSummary(ReadModel):
    """A plan as an error or a notification names it."""

    id: int
    name: str


class FeatureView(ReadModel):
    """A feature of plans.

    Attributes:
        is_built_in: Whether the site has the feature by itself, so that it cannot be removed.
        has_own_texts: Whether administrators have written its texts.
        unavailable: Why the site cannot give it now, so that buyers do not see it, or "".
        plans: The plans whose current version includes the feature.
    """

    code: str
    name: str
    description: str = ""
    is_built_in: bool = False
    has_own_texts: bool = False
    unavailable: str = ""
    plans: list[PlanSummary] = []


class PriceChangeView(ReadModel):
    """A planned change of the price of those who have bought a plan under earlier terms.

    Attributes:
        starts_at: Renewals that are due from then on take the new price.
        price: The new price, in minor units.
        subscribers_count: How many subscribers were notified of it.
    """

    starts_at: Timestamp
    price: int
    currency: str
    subscribers_count: int = 0


class PlanView(ReadModel):
    """A plan with its current terms.

    Attributes:
        price: In minor units of the currency.
        subscribers_count: How many users have the plan, or None for readers who may not know.
        is_bought: Whether someone has or had the plan, or tried to buy it, so that it cannot be
            deleted. None for readers who may not know.
        earlier_subscribers_count: How many subscribers pay an earlier price, or None for readers
            who may not know.
        price_change: The planned change of their price, or None.
        vat: Whether the reader pays the price with or plus VAT, or None for administrators.
    """

    id: int
    name: str
    description: str = ""
    price: int
    currency: str
    period: Period
    trial_days: int = 0
    features: list[PlanFeature] = []
    is_active: bool = True
    position: int = 0
    subscribers_count: int | None = None
    is_bought: bool | None = None
    earlier_subscribers_count: int | None = None
    price_change: PriceChangeView | None = None
    vat: VatTreatment | None = None


class PaymentMethodView(ReadModel):
    """A saved card or wallet.

    Attributes:
        expires: The month in which it expires, for example `2028-04`, or "".
    """

    id: int
    provider: str
    brand: str = ""
    last4: str = ""
    expires: str = ""


class OverdueRenewal(ReadModel):
    """A renewal of the viewer that was not paid.

    Attributes:
        payment_id: The last payment for it. Its page says what the buyer can do.
        needs_action: Whether the buyer must confirm the payment with their bank.
        failure: The reason of the failure in the words of the site, or "".
        next_attempt_at: When it is tried again, or the buyer is reminded. None after the last
            attempt.
    """

    payment_id: UUID
    needs_action: bool = False
    failure: str = ""
    next_attempt_at: Timestamp | None = None


class SubscriptionView(ReadModel):
    """A subscription of the viewer.

    Attributes:
        price: The price of the plan of the user, in minor units.
        vat: Whether the next renewals cost the price with or plus VAT.
        next_price: What the next renewal costs before the credit is deducted, in minor units.
        upcoming: Sentences that say what lowers the next renewals, and from when the price changes.
        access_until: Until when the user may use the features: the end of the paid time, or of the
            days of grace after a failed renewal.
        renews_at: When the subscription is renewed. None if it ends at `access_until`, or if the
            renewal has failed.
        overdue: The renewal that was not paid, or None.
        credit: What the next renewal deducts, in minor units.
        has_access: Whether the user may use the features now.
        giver: The name of the user who gave the plan as a gift, or "".
        may_replace_method: Whether the user can save another card for the renewals.
    """

    id: int
    plan: PlanSummary
    status: SubscriptionStatus
    origin: str
    price: int
    next_price: int
    upcoming: list[str] = []
    currency: str
    period: Period
    features: list[PlanFeature] = []
    period_start: Timestamp
    access_until: Timestamp
    renews_at: Timestamp | None = None
    overdue: OverdueRenewal | None = None
    credit: int = 0
    has_access: bool = True
    may_replace_method: bool = False
    payment_method: PaymentMethodView | None = None
    giver: str = ""
    vat: VatTreatment = "none"
    created_at: Timestamp


class ConsentView(ReadModel):
    """What a buyer has agreed to.

    Attributes:
        version: The hash of the text, its language, and the terms and privacy policy of the site.
        text: The text as it was shown, with amounts and dates.
    """

    version: str
    language: str
    text: str
    agreed_at: Timestamp


class PaymentView(ReadModel):
    """A payment of the viewer.

    Attributes:
        amount: In minor units of the currency.
        credit: The part of the price that credit pays, in minor units.
        needs_action: Whether the buyer must confirm the payment with their bank.
        failure: The reason of the failure in the words of the site, or "".
        recipient: The name of the user who gets the gift, or "".
        message: What the buyer writes to them.
        is_overdue: Whether it is a renewal whose period is still not paid, so that the buyer can
            pay it now.
        access_until: Until when the buyer keeps the plan whose renewal is not paid. Otherwise None.
        consent: What the buyer has agreed to. None for renewals, and before they have agreed.
        has_invoice: Whether an invoice was issued. Payments from before the site has issued
            invoices have none.
    """

    id: UUID
    kind: PaymentKind
    status: PaymentStatus
    plan: PlanSummary
    amount: int
    currency: str
    credit: int = 0
    refunded: int = 0
    provider: str
    needs_action: bool = False
    failure: str = ""
    recipient: str = ""
    message: str = ""
    is_overdue: bool = False
    access_until: Timestamp | None = None
    consent: ConsentView | None = None
    has_invoice: bool = False
    created_at: Timestamp
    succeeded_at: Timestamp | None = None


class PaymentSummary(ReadModel):
    """A payment as a notification shows it."""

    id: UUID
    kind: PaymentKind
    status: PaymentStatus
    plan_name: str


class MethodSetupView(ReadModel):
    """A card that the viewer saves, to replace the one that renewals charge.

    Attributes:
        failure: The reason of the failure in the words of the site, or "".
    """

    id: UUID
    provider: str
    status: MethodSetupStatus
    failure: str = ""
    created_at: Timestamp


class PlanChanges(TypedDict):
    """The fields of a plan that administrators can change."""

    name: NotRequired[str]
    description: NotRequired[str]
    # In minor units of the currency. None if the form contains no amount.
    price: NotRequired[int | None]
    currency: NotRequired[str]
    period: NotRequired[str]  # `month` or `year`
    trial_days: NotRequired[int]
    features: NotRequired[Sequence[str]]
    is_active: NotRequired[bool]  # whether the plan is on sale
