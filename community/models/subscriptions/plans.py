"""Tables for the paid plans of the site and the subscriptions of its users."""

from datetime import date, datetime

from sqlalchemy import BigInteger, CheckConstraint, Index
from sqlmodel import Field, SQLModel

from community.core.db import columns

LIVE_CONDITION = "status IN ('active', 'past_due', 'canceled')"


class SubscriptionFeature(SQLModel, table=True):
    """A feature that administrators have added, or their texts for a built-in feature."""

    __tablename__ = "subscription_features"

    code: str = Field(primary_key=True, max_length=40)
    name: str = Field(max_length=60)
    description: str = Field(default="", max_length=300)
    created_at: datetime = columns.timestamp()


class SubscriptionPlan(SQLModel, table=True):
    """A plan that users can buy. Its price and features are in its current `PlanVersion`."""

    __tablename__ = "subscription_plans"

    id: int = columns.pk()
    name: str = Field(max_length=60)
    description: str = Field(default="", max_length=300)
    position: int = Field(default=0, nullable=False)  # the place in the list of plans, from 0
    is_active: bool = True  # whether users can buy the plan; those who have it keep it
    created_at: datetime = columns.timestamp()


class PlanVersion(SQLModel, table=True):
    """The terms under which a plan is sold.

    A version that a subscription or payment refers to never changes. A change of the plan then
    creates another version, for new buyers.
    """

    __tablename__ = "plan_versions"

    id: int = columns.pk()
    plan_id: int = columns.fk("subscription_plans.id", index=True)
    # The price of a period in minor units of the currency, for example cents
    price: int = Field(sa_type=BigInteger)
    currency: str = Field(max_length=3)  # the ISO 4217 code
    period: str = Field(max_length=5)  # `month` or `year`
    # How long new subscribers use the plan before they pay. 0 for no trial.
    trial_days: int = Field(default=0, nullable=False)
    features: list[str] = columns.json_column()
    is_current: bool = True  # whether new buyers get this version; each plan has one such version
    created_at: datetime = columns.timestamp()

    __table_args__ = (
        CheckConstraint("price > 0", name="price"),
        CheckConstraint("period IN ('month', 'year')", name="period"),
        columns.partial_index(
            "uq_plan_versions_current", "plan_id", where="is_current", unique=True
        ),
    )


class PlanPriceChange(SQLModel, table=True):
    """A change of the price of those who have bought a plan under earlier terms."""

    __tablename__ = "plan_price_changes"

    id: int = columns.pk()
    plan_id: int = columns.fk("subscription_plans.id", index=True)
    # The terms from then on
    version_id: int = columns.fk("plan_versions.id", on_delete="RESTRICT", index=True)
    # Renewals that are due from then on take the new price
    starts_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False)
    created_by_id: int | None = columns.nullable_fk("users.id")
    created_at: datetime = columns.timestamp()
    withdrawn_at: datetime | None = columns.nullable_timestamp()


class UserSubscription(SQLModel, table=True):
    """A plan that a user has, or has had. The user may use its features until `access_until`."""

    __tablename__ = "user_subscriptions"

    id: int = columns.pk()
    user_id: int = columns.fk("users.id")
    plan_version_id: int = columns.fk("plan_versions.id", on_delete="RESTRICT", index=True)
    # `active`, `past_due` (a renewal failed and is tried again), `canceled` (the user has ended the
    # renewal), `expired`, or `revoked` (ended before its time)
    status: str = Field(default="active", max_length=10)
    # `purchase`, `trial`, `gift`, or `grant` by an administrator
    origin: str = Field(default="purchase", max_length=10)
    # What renewals charge. None if the subscription ends by itself.
    payment_method_id: int | None = columns.nullable_fk("payment_methods.id")
    # The start of the first of the consecutive periods, from which the ends of the later ones are
    # computed
    anchor_at: datetime = Field(sa_type=columns.UTCDateTime, nullable=False)
    # The number of the period that starts at `anchor_at`
    anchor_period: int = Field(default=1, nullable=False)
    # The number of the current period. A trial, gift or grant is period 0.
    period_number: int = Field(default=1, nullable=False)
    period_start: datetime = Field(sa_type=columns.UTCDateTime, nullable=False)
    access_until: datetime = Field(sa_type=columns.UTCDateTime, nullable=False)
    # The end of the paid time, if `access_until` is later because a failed renewal is tried again.
    # Otherwise None.
    paid_until: datetime | None = columns.nullable_timestamp()
    # What the current period was sold for, in minor units: the price of the plan, or less with a
    # promo code, after a part was returned, or after an extension. A change of the plan deducts the
    # unused part of it. 0 for a trial or grant.
    period_price: int = Field(
        default=0, nullable=False, sa_type=BigInteger, sa_column_kwargs={"server_default": "0"}
    )
    # The subscription that this one has ended. It continues if this one is returned.
    replaced_id: int | None = columns.nullable_fk("user_subscriptions.id", index=True)
    # How many attempts to renew for the next period have failed.
    renewal_attempts: int = columns.counter()
    # When an administrator extended the access. Earlier attempts do not count.
    extended_at: datetime | None = columns.nullable_timestamp()
    # When the next attempt to renew is due. None if none is.
    next_charge_at: datetime | None = columns.nullable_timestamp()
    canceled_at: datetime | None = columns.nullable_timestamp()
    cancel_reason: str = Field(default="", max_length=500)
    ended_at: datetime | None = columns.nullable_timestamp()
    # The value of `access_until` about which the user was reminded. None if they were not.
    reminded_until: datetime | None = columns.nullable_timestamp()
    # The administrator who granted or revoked the subscription
    changed_by_id: int | None = columns.nullable_fk("users.id")
    # By how much a promo code lowers renewals. 0 for no discount.
    discount_percent: int = Field(
        default=0, nullable=False, sa_column_kwargs={"server_default": "0"}
    )
    # How many renewals the discount still lowers. None for all.
    discount_periods: int | None = Field(default=0, sa_column_kwargs={"server_default": "0"})
    # The planned change of the price of which the user was notified. None if there is none, or
    # after the renewal that has taken the new price.
    price_change_id: int | None = columns.nullable_fk("plan_price_changes.id", index=True)
    created_at: datetime = columns.timestamp()

    __table_args__ = (
        CheckConstraint(
            "status IN ('active', 'past_due', 'canceled', 'expired', 'revoked')", name="status"
        ),
        CheckConstraint("origin IN ('purchase', 'trial', 'gift', 'grant')", name="origin"),
        columns.partial_index(
            "uq_user_subscriptions_live", "user_id", where=LIVE_CONDITION, unique=True
        ),
        columns.partial_index(
            "ix_user_subscriptions_due", "next_charge_at", where="next_charge_at IS NOT NULL"
        ),
        columns.partial_index("ix_user_subscriptions_end", "access_until", where=LIVE_CONDITION),
        Index("ix_user_subscriptions_user", "user_id", "id"),
    )


class PromoCode(SQLModel, table=True):
    """A code that lowers the price of the first periods."""

    __tablename__ = "promo_codes"

    id: int = columns.pk()
    code: str = Field(max_length=30, unique=True)  # in upper case
    percent: int  # by how much the price is lowered, from 1 to 99
    # How many periods it lowers. 0 for all of them.
    periods: int = Field(default=1, nullable=False, sa_column_kwargs={"server_default": "1"})
    # The plans that the code is for; empty for all plans.
    plan_ids: list[int] = columns.json_column()
    max_uses: int | None = None  # how many payments may use the code; None for no limit
    uses: int = columns.counter()
    expires_at: datetime | None = columns.nullable_timestamp()
    is_active: bool = True
    created_at: datetime = columns.timestamp()

    __table_args__ = (CheckConstraint("percent BETWEEN 1 AND 99", name="percent"),)


class DailySubscriptionStatistics(SQLModel, table=True):
    """What happened with the subscriptions to a plan on a day, in UTC."""

    __tablename__ = "daily_subscription_statistics"

    day: date = Field(primary_key=True)
    plan_id: int = columns.fk("subscription_plans.id", primary_key=True)
    # Who took the last payment of the subscription. "" for trials.
    provider: str = Field(primary_key=True, max_length=20)
    currency: str = Field(primary_key=True, max_length=3)  # the ISO 4217 code of the price
    # Paid subscriptions at the end of the day. None if they were not counted, because a changed or
    # deleted subscription does not show what it was before.
    subscribers: int | None = None
    # The monthly recurring revenue at the end of the day, in minor units. None if it was not
    # counted.
    monthly_revenue: int | None = Field(default=None, sa_type=BigInteger)
    churned: int = 0  # paid subscriptions that ended on the day
    # Those of them whose rows were erased with the account
    erased_churn: int = Field(default=0, nullable=False, sa_column_kwargs={"server_default": "0"})
    trials_ended: int = 0  # trials that ended on the day, also those that ended with a purchase
    trials_converted: int = 0  # first purchases on the day by users who had a trial
    failed_payments: int = 0  # payments that failed on the day
