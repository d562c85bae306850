"""Tables for the paid plans of the site and the subscriptions of its users."""

from datetime import date, datetime

from sqlalchemy import BigInteger, CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db.columns import (
    UTCDateTime,
    counter,
    fk,
    json_column,
    nullable_fk,
    nullable_timestamp,
    partial_index,
    pk,
    timestamp,
)

LIVE_CONDITION = "status IN ('active', 'past_due', 'canceled')"


class SubscriptionFeature(SQLModel, table=True):
    """A feature that administrators have added, or their texts for a built-in feature."""

    __tablename__ = "subscription_features"

    code: str = Field(primary_key=True, max_length=40)
    name: str = Field(max_length=60)
    description: str = Field(default="", max_length=300)
    created_at: datetime = timestamp()


class SubscriptionPlan(SQLModel, table=True):
    """A plan that users can buy. Its price and features are in its current `PlanVersion`.

    Attributes:
        position: The place in the list of plans, from 0.
        is_active: Whether users can buy the plan. Those who have it keep it.
    """

    __tablename__ = "subscription_plans"

    id: int = pk()
    name: str = Field(max_length=60)
    description: str = Field(default="", max_length=300)
    position: int = Field(default=0, nullable=False)
    is_active: bool = True
    created_at: datetime = timestamp()


class PlanVersion(SQLModel, table=True):
    """The terms under which a plan is sold.

    A version that a subscription or payment refers to never changes. A change of the plan then
    creates another version, for new buyers.

    Attributes:
        price: The price of a period in minor units of the currency, for example cents.
        currency: The ISO 4217 code.
        period: `month` or `year`.
        trial_days: How long new subscribers use the plan before they pay. 0 for no trial.
        features: The codes of the included features.
        is_current: Whether new buyers get this version. Each plan has one such version.
    """

    __tablename__ = "plan_versions"

    id: int = pk()
    plan_id: int = fk("subscription_plans.id", index=True)
    price: int = Field(sa_type=BigInteger)
    currency: str = Field(max_length=3)
    period: str = Field(max_length=5)
    trial_days: int = Field(default=0, nullable=False)
    features: list[str] = json_column()
    is_current: bool = True
    created_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint("price > 0", name="price"),
        CheckConstraint("period IN ('month', 'year')", name="period"),
        partial_index("uq_plan_versions_current", "plan_id", where="is_current", unique=True),
    )


class PlanPriceChange(SQLModel, table=True):
    """A change of the price of those who have bought a plan under earlier terms.

    Attributes:
        version_id: The terms from then on.
        starts_at: Renewals that are due from then on take the new price.
    """

    __tablename__ = "plan_price_changes"

    id: int = pk()
    plan_id: int = fk("subscription_plans.id", index=True)
    version_id: int = fk("plan_versions.id", on_delete="RESTRICT", index=True)
    starts_at: datetime = Field(sa_type=UTCDateTime, nullable=False)
    created_by_id: int | None = nullable_fk("users.id")
    created_at: datetime = timestamp()
    withdrawn_at: datetime | None = nullable_timestamp()


class UserSubscription(SQLModel, table=True):
    """A plan that a user has, or has had. The user may use its features until `access_until`.

    Attributes:
        status: `active`, `past_due` (a renewal failed and is tried again), `canceled` (the user has
            ended the renewal), `expired`, or `revoked` (ended before its time).
        origin: `purchase`, `trial`, `gift`, or `grant` by an administrator.
        payment_method_id: What renewals charge. None if the subscription ends by itself.
        anchor_at: The start of the first of the consecutive periods, from which the ends of the
            later ones are computed.
        anchor_period: The number of the period that starts at `anchor_at`.
        period_number: The number of the current period. A trial, gift or grant is period 0.
        period_price: What the current period was sold for, in minor units: the price of the plan,
            or less with a promo code, after a part was returned, or after an extension. A change
            of the plan deducts the unused part of it. 0 for a trial or grant.
        replaced_id: The subscription that this one has ended. It continues if this one is returned.
        renewal_attempts: How many attempts to renew for the next period have failed.
        extended_at: When an administrator extended the access. Earlier attempts do not count.
        next_charge_at: When the next attempt to renew is due. None if none is.
        paid_until: The end of the paid time, if `access_until` is later because a failed renewal is
            tried again. Otherwise None.
        reminded_until: The value of `access_until` about which the user was reminded. None if they
            were not.
        changed_by_id: The administrator who granted or revoked the subscription.
        discount_percent: By how much a promo code lowers renewals. 0 for no discount.
        discount_periods: How many renewals the discount still lowers. None for all.
        price_change_id: The planned change of the price of which the user was notified. None if
            there is none, or after the renewal that has taken the new price.
    """

    __tablename__ = "user_subscriptions"

    id: int = pk()
    user_id: int = fk("users.id")
    plan_version_id: int = fk("plan_versions.id", on_delete="RESTRICT", index=True)
    status: str = Field(default="active", max_length=10)
    origin: str = Field(default="purchase", max_length=10)
    payment_method_id: int | None = nullable_fk("payment_methods.id")
    anchor_at: datetime = Field(sa_type=UTCDateTime, nullable=False)
    anchor_period: int = Field(default=1, nullable=False)
    period_number: int = Field(default=1, nullable=False)
    period_start: datetime = Field(sa_type=UTCDateTime, nullable=False)
    access_until: datetime = Field(sa_type=UTCDateTime, nullable=False)
    paid_until: datetime | None = nullable_timestamp()
    period_price: int = Field(
        default=0, nullable=False, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    replaced_id: int | None = nullable_fk("user_subscriptions.id", index=True)
    renewal_attempts: int = counter()
    extended_at: datetime | None = nullable_timestamp()
    next_charge_at: datetime | None = nullable_timestamp()
    canceled_at: datetime | None = nullable_timestamp()
    cancel_reason: str = Field(default="", max_length=500)
    ended_at: datetime | None = nullable_timestamp()
    reminded_until: datetime | None = nullable_timestamp()
    changed_by_id: int | None = nullable_fk("users.id")
    discount_percent: int = Field(
        default=0, nullable=False, sa_column_kwargs={"server_default": "0"}
    )
    discount_periods: int | None = Field(default=0, sa_column_kwargs={"server_default": "0"})
    price_change_id: int | None = nullable_fk("plan_price_changes.id", index=True)
    created_at: datetime = timestamp()

    __table_args__ = (
        CheckConstraint(
            "status IN ('active', 'past_due', 'canceled', 'expired', 'revoked')", name="status"
        ),
        CheckConstraint("origin IN ('purchase', 'trial', 'gift', 'grant')", name="origin"),
        partial_index("uq_user_subscriptions_live", "user_id", where=LIVE_CONDITION, unique=True),
        partial_index(
            "ix_user_subscriptions_due", "next_charge_at", where="next_charge_at IS NOT NULL"
        ),
        partial_index("ix_user_subscriptions_end", "access_until", where=LIVE_CONDITION),
        Index("ix_user_subscriptions_user", "user_id", "id"),
    )


class PromoCode(SQLModel, table=True):
    """A code that lowers the price of the first periods.

    Attributes:
        code: In upper case.
        percent: By how much the price is lowered, from 1 to 99.
        periods: How many periods it lowers. 0 for all of them.
        plan_ids: The plans that the code is for. Empty for all plans.
        max_uses: How many payments may use the code. None for no limit.
    """

    __tablename__ = "promo_codes"

    id: int = pk()
    code: str = Field(max_length=30, unique=True)
    percent: int
    periods: int = Field(default=1, nullable=False, sa_column_kwargs={"server_default": "1"})
    plan_ids: list[int] = json_column()
    max_uses: int | None = None
    uses: int = counter()
    expires_at: datetime | None = nullable_timestamp()
    is_active: bool = True
    created_at: datetime = timestamp()

    __table_args__ = (CheckConstraint("percent BETWEEN 1 AND 99", name="percent"),)


class DailySubscriptionStatistics(SQLModel, table=True):
    """What happened with the subscriptions to a plan on a day, in UTC.

    Attributes:
        provider: Who took the last payment of the subscription. "" for trials.
        currency: The ISO 4217 code of the price.
        subscribers: Paid subscriptions at the end of the day. None if they were not counted,
            because a changed or deleted subscription does not show what it was before.
        monthly_revenue: The monthly recurring revenue at the end of the day, in minor units. None
            if it was not counted.
        churned: Paid subscriptions that ended on the day.
        erased_churn: Those of them whose rows were erased with the account.
        trials_ended: Trials that ended on the day, also those that ended with a purchase.
        trials_converted: First purchases on the day by users who had a trial.
        failed_payments: Payments that failed on the day.
    """

    __tablename__ = "daily_subscription_statistics"

    day: date = Field(primary_key=True)
    plan_id: int = fk("subscription_plans.id", primary_key=True)
    provider: str = Field(primary_key=True, max_length=20)
    currency: str = Field(primary_key=True, max_length=3)
    subscribers: int | None = None
    monthly_revenue: int | None = Field(default=None, sa_type=BigInteger)
    churned: int = 0
    erased_churn: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    trials_ended: int = 0
    trials_converted: int = 0
    failed_payments: int = 0
