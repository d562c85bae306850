"""The charts of the section, with numbers and dates as text in the language of the site."""

from community.core.money import format_amount, to_decimal
from community.core.read_models import ReadModel
from community.domain.subscriptions.statistics import SubscriptionPoint, SubscriptionReport
from community.i18n import formats, gettext as _


class HistoryPoint(ReadModel):
    """A point of the charts. `revenue` is in whole units of the currency."""

    label: str
    revenue: float | None
    subscribers: int | None
    churned: int
    converted: int
    failed: int


class History(ReadModel):
    """The numbers of a period. `has_gaps` tells that subscribers were not counted on all days."""

    points: list[HistoryPoint] = []
    currency: str = ""
    currencies: list[str] = []
    revenue: str = ""
    subscribers: str = ""
    churned: str = ""
    churn: str = ""
    converted: str = ""
    conversion: str = ""
    failed: str = ""
    has_gaps: bool = False


def build_history(report: SubscriptionReport) -> History:
    revenue, subscribers = report.monthly_revenue, report.subscribers
    return History(
        points=[_build_point(point, report.currency) for point in report.points],
        currency=report.currency,
        currencies=report.currencies,
        revenue="–" if revenue is None else format_amount(revenue, report.currency),
        subscribers="–" if subscribers is None else formats.format_number(subscribers),
        churned=formats.format_number(report.churned),
        churn=""
        if report.churn is None
        else _("{share} of subscribers", share=formats.format_share(report.churn)),
        converted=formats.format_number(report.trials_converted),
        conversion=""
        if report.trial_conversion is None
        else _("{share} of trials that ended", share=formats.format_share(report.trial_conversion)),
        failed=formats.format_number(report.failed_payments),
        has_gaps=any(point.subscribers is None for point in report.points),
    )


def _build_point(point: SubscriptionPoint, currency: str) -> HistoryPoint:
    revenue = point.monthly_revenue
    return HistoryPoint(
        label=formats.format_short_date(point.day),
        revenue=None if revenue is None else float(to_decimal(revenue, currency)),
        subscribers=point.subscribers,
        churned=point.churned,
        converted=point.trials_converted,
        failed=point.failed_payments,
    )
