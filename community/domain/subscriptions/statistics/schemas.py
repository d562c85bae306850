from datetime import date
from typing import Final, Literal, TypeAlias

from community.core.read_models import ReadModel

ReportPeriod: TypeAlias = Literal["7", "30", "90", "365"]
"""The number of days that a report covers."""

REPORT_PERIODS: Final[tuple[ReportPeriod, ...]] = ("7", "30", "90", "365")

EVENTS: Final = ("churned", "trials_ended", "trials_converted", "failed_payments")
"""The columns that count what happened on a day."""


class SubscriptionPoint(ReadModel):
    """The numbers of a day, or of the week that begins on `day`.

    Attributes:
        subscribers: Paid subscriptions at the end of the day or week. None if not counted.
        monthly_revenue: The monthly recurring revenue at the end of the day or week, in minor
            units of the currency of the report. None if not counted.
    """

    day: date
    subscribers: int | None = None
    monthly_revenue: int | None = None
    churned: int = 0
    trials_ended: int = 0
    trials_converted: int = 0
    failed_payments: int = 0


class SubscriptionReport(ReadModel):
    """The subscriptions in a period that ends today. The formulas are in `docs/payments.md`.

    Attributes:
        is_weekly: Whether each point is a week.
        currency: The currency of the monthly recurring revenue. "" if nothing was ever sold.
        currencies: The currencies of all plans, first the one with the most revenue.
        churn: The churn rate, from 0. None if there were no subscribers at the start.
        trial_conversion: The share of trials that led to a purchase, from 0. None if no trial has
            ended, and for one provider, because trials have none.
    """

    period: ReportPeriod
    is_weekly: bool
    currency: str
    currencies: list[str]
    points: list[SubscriptionPoint]
    subscribers: int | None
    monthly_revenue: int | None
    churned: int
    churn: float | None
    trials_ended: int
    trials_converted: int
    trial_conversion: float | None
    failed_payments: int


class SubscriptionDay(SubscriptionPoint):
    """The numbers of a plan, provider and currency on a day. `provider` is "" for trials."""

    plan: str
    provider: str
    currency: str
