"""Read models of subscriptions for administrators."""

from community.core.read_models import ReadModel, Timestamp
from community.domain.accounts import UserSummary
from community.domain.subscriptions.billing import Period
from community.domain.subscriptions.schemas import (
    PaymentMethodView,
    PlanSummary,
    SubscriptionStatus,
)


class SubscriptionRecord(ReadModel):
    """A subscription of any user.

    Attributes:
        user: None if the account is deleted.
        price: What a period costs, in minor units.
        credit: What the next renewal deducts, in minor units.
        renews_at: When the next renewal is charged, or None.
        changed_by: The administrator who granted or revoked it.
        is_live: Whether the subscription has not ended.
    """

    id: int
    user: UserSummary | None
    plan: PlanSummary
    status: SubscriptionStatus
    origin: str
    price: int
    currency: str
    period: Period
    period_start: Timestamp
    access_until: Timestamp
    renews_at: Timestamp | None = None
    credit: int = 0
    cancel_reason: str = ""
    canceled_at: Timestamp | None = None
    ended_at: Timestamp | None = None
    created_at: Timestamp
    changed_by: UserSummary | None = None
    payment_method: PaymentMethodView | None = None
    is_live: bool = True


class Revenue(ReadModel):
    """An amount in minor units of a currency."""

    amount: int
    currency: str


class PlanSubscribers(ReadModel):
    """How many users have a plan."""

    plan: PlanSummary
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
