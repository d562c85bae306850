"""Queries of the stored numbers, for the charts and the CSV file of the Admin Panel."""

from collections.abc import Sequence
from datetime import date, timedelta
from itertools import chain
from typing import Any, Final

from sqlalchemy import ColumnElement, func, true
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import Actor
from community.domain.subscriptions import policies
from community.domain.subscriptions.statistics import schemas
from community.models import DailySubscriptionStatistics, SubscriptionPlan

# A chart of a year with a point for each day would be hard to read.
DAYS_IN_WEEK: Final = 7
LONGEST_DAILY_PERIOD: Final = 90


async def load_report(
    session: AsyncSession,
    actor: Actor,
    *,
    period: schemas.ReportPeriod,
    plan_id: int | None = None,
    provider: str | None = None,
    currency: str | None = None,
) -> schemas.SubscriptionReport:
    """Return the numbers of the last days, in two queries.

    Subscribers and the monthly recurring revenue (a month's price, or a twelfth of a year's, of
    each paid live subscription) are those at the end of the last counted day. Churn is the number
    of paid subscriptions that ended, divided by the subscribers before the first day. The trial
    conversion is the number of first purchases after a trial, divided by the trials that ended.

    Args:
        currency: The currency of the revenue. By default, the one with the most revenue. It does
            not limit the other numbers.
    """
    policies.ensure_may_manage_subscriptions(actor)
    first_day, length = _get_first_day(period), int(period)
    currencies = await _list_currencies(session)
    if currency not in currencies:
        currency = currencies[0] if currencies else ""
    before, *points = await _load_points(
        session, first_day, length, _matches(plan_id, provider), currency
    )
    totals = {name: sum(getattr(point, name) for point in points) for name in schemas.EVENTS}
    at_start = _find_first_number(point.subscribers for point in (before, *points))
    is_weekly = length > LONGEST_DAILY_PERIOD
    return schemas.SubscriptionReport(
        period=period,
        is_weekly=is_weekly,
        currency=currency,
        currencies=currencies,
        points=_merge_weeks(points) if is_weekly else points,
        subscribers=_find_first_number(point.subscribers for point in reversed(points)),
        monthly_revenue=_find_first_number(point.monthly_revenue for point in reversed(points)),
        churn=totals["churned"] / at_start if at_start else None,
        trial_conversion=totals["trials_converted"] / totals["trials_ended"]
        if totals["trials_ended"]
        else None,
        **totals,
    )


async def list_days(
    session: AsyncSession,
    actor: Actor,
    *,
    period: schemas.ReportPeriod,
    plan_id: int | None = None,
    provider: str | None = None,
) -> list[schemas.SubscriptionDay]:
    """Return the stored numbers of each day, plan, provider and currency, the first day first."""
    policies.ensure_may_manage_subscriptions(actor)
    table = DailySubscriptionStatistics
    rows = await session.execute(
        select(table, SubscriptionPlan.name)
        .join(SubscriptionPlan, col(SubscriptionPlan.id) == col(table.plan_id))
        .where(col(table.day) >= _get_first_day(period), _matches(plan_id, provider))
        .order_by(*map(col, (table.day, table.plan_id, table.provider, table.currency)))
    )
    return [
        schemas.SubscriptionDay(plan=name, **row.model_dump(exclude={"plan_id"}))
        for row, name in rows
    ]


def _get_first_day(period: schemas.ReportPeriod) -> date:
    return clock.now().date() - timedelta(days=int(period) - 1)


def _matches(plan_id: int | None, provider: str | None) -> ColumnElement[bool]:
    condition: ColumnElement[bool] = true()
    if plan_id is not None:
        condition &= col(DailySubscriptionStatistics.plan_id) == plan_id
    if provider is not None:
        condition &= col(DailySubscriptionStatistics.provider) == provider
    return condition


async def _list_currencies(session: AsyncSession) -> list[str]:
    table = DailySubscriptionStatistics
    last_day = select(func.max(table.day)).scalar_subquery()
    revenue = func.coalesce(func.sum(table.monthly_revenue).filter(col(table.day) == last_day), 0)
    query = select(table.currency).group_by(table.currency)
    return list(await session.scalars(query.order_by(revenue.desc(), col(table.currency))))


async def _load_points(
    session: AsyncSession,
    first_day: date,
    length: int,
    matches: ColumnElement[bool],
    currency: str,
) -> list[schemas.SubscriptionPoint]:
    table = DailySubscriptionStatistics
    start = first_day - timedelta(days=1)
    sums: list[Any] = [
        func.sum(table.subscribers).filter(matches),
        func.sum(table.monthly_revenue).filter(matches, col(table.currency) == currency),
        *(func.sum(col(getattr(table, name))).filter(matches) for name in schemas.EVENTS),
    ]
    rows = await session.execute(
        select(table.day, func.count(col(table.subscribers)), *sums)  # type: ignore[call-overload]
        .where(col(table.day) >= start)
        .group_by(table.day)
    )
    found = {}
    for day, counted, subscribers, revenue, *events in rows:
        found[day] = schemas.SubscriptionPoint(
            day=day,
            subscribers=int(subscribers or 0) if counted else None,
            monthly_revenue=int(revenue or 0) if counted else None,
            **{name: int(value or 0) for name, value in zip(schemas.EVENTS, events, strict=True)},
        )
    all_days = (start + timedelta(days=offset) for offset in range(length + 1))
    return [found.get(day) or schemas.SubscriptionPoint(day=day) for day in all_days]


def _find_first_number(values: Any) -> int | None:
    return next((value for value in values if value is not None), None)


def _merge_weeks(points: Sequence[schemas.SubscriptionPoint]) -> list[schemas.SubscriptionPoint]:
    first = len(points) % DAYS_IN_WEEK
    starts = chain([0] if first else [], range(first, len(points), DAYS_IN_WEEK))
    ends = range(first or DAYS_IN_WEEK, len(points) + 1, DAYS_IN_WEEK)
    return [_merge(points[start:end]) for start, end in zip(starts, ends, strict=True)]


def _merge(points: Sequence[schemas.SubscriptionPoint]) -> schemas.SubscriptionPoint:
    return schemas.SubscriptionPoint(
        day=points[0].day,
        subscribers=_find_first_number(point.subscribers for point in reversed(points)),
        monthly_revenue=_find_first_number(point.monthly_revenue for point in reversed(points)),
        **{name: sum(getattr(point, name) for point in points) for name in schemas.EVENTS},
    )
