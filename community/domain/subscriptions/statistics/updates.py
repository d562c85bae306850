"""Functions that count what happened with subscriptions on the last days, and store the numbers.

Both can be repeated at any time. Counting runs outside the transaction that stores the numbers.
"""

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Select, func, or_
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased
from sqlmodel import col, select

from community.core.db import days
from community.domain.subscriptions import billing, statuses
from community.domain.subscriptions.statistics.schemas import EVENTS
from community.models import DailySubscriptionStatistics, Payment, PlanVersion, UserSubscription


class Group(NamedTuple):
    plan_id: int
    provider: str
    currency: str


# A trial, gift or grant is period 0.
IS_PAID: Final = col(UserSubscription.period_number) > 0


@dataclass(frozen=True, slots=True)
class Measurement:
    """The numbers since the day `first_day`. What is missing is zero."""

    first_day: date
    today: date
    subscribers: Mapping[Group, int]
    monthly_revenue: Mapping[Group, int]  # recurring, in minor units
    # The numbers of each column of `EVENTS`, by day
    events: Mapping[str, Mapping[tuple[date, Group], int]]


async def measure(session: AsyncSession, now: datetime) -> Measurement:
    """Count what happened since the last stored day, including that day.

    Without stored days, count the events since the first subscription or payment. How many
    subscribers there were earlier is not known.
    """
    today = now.date()
    first_day = min(await _find_first_day(session) or today, today)
    subscribers, revenue = await _count_subscribers(session)
    return Measurement(
        first_day=first_day,
        today=today,
        subscribers=subscribers,
        monthly_revenue=revenue,
        events={
            "churned": await _count_churned(session, first_day),
            "trials_ended": await _count_trials_ended(session, first_day),
            "trials_converted": await _count_trials_converted(session, first_day),
            "failed_payments": await _count_failed_payments(session, first_day),
        },
    )


async def store(session: AsyncSession, measurement: Measurement) -> None:
    query = select(DailySubscriptionStatistics).where(
        col(DailySubscriptionStatistics.day) >= measurement.first_day
    )
    rows = {
        (row.day, Group(row.plan_id, row.provider, row.currency)): row
        for row in await session.scalars(query)
    }
    new = {(measurement.today, group) for group in measurement.subscribers}
    for key in new.union(*measurement.events.values()) - rows.keys():
        rows[key] = DailySubscriptionStatistics(day=key[0], **key[1]._asdict())
    for (day, group), row in rows.items():
        for name in EVENTS:
            setattr(row, name, measurement.events[name].get((day, group), 0))
        row.churned += row.erased_churn
        if day == measurement.today:
            row.subscribers = measurement.subscribers.get(group, 0)
            row.monthly_revenue = measurement.monthly_revenue.get(group, 0)
    session.add_all(rows.values())
    await session.flush()


async def keep_churn(session: AsyncSession, now: datetime, user_ids: Collection[int]) -> None:
    """Keep the churn of users whose subscriptions are about to be erased.

    The days that are stored contain it already, except the last one, which is counted again.
    """
    first_day = await _find_first_day(session) or now.date()
    is_own = col(UserSubscription.user_id).in_(user_ids)
    for (day, group), count in (await _count_churned(session, first_day, is_own)).items():
        key = {"day": day, **group._asdict()}
        row = await session.get(DailySubscriptionStatistics, key, with_for_update=True)
        if row is None:
            session.add(row := DailySubscriptionStatistics(**key))
        row.erased_churn += count
    await session.flush()


async def _find_first_day(session: AsyncSession) -> date | None:
    # A day on which only an account was erased has no number of subscribers.
    last: date | None = await session.scalar(
        select(func.max(DailySubscriptionStatistics.day)).where(
            col(DailySubscriptionStatistics.subscribers).is_not(None)
        )
    )
    if last is not None:
        return last
    columns = (col(UserSubscription.created_at), col(Payment.created_at))
    found = [await days.find_first_day(session, column) for column in columns]
    return min((day for day in found if day is not None), default=None)


async def _count_subscribers(session: AsyncSession) -> tuple[Counter[Group], Counter[Group]]:
    """Return the numbers of subscribers and the monthly recurring revenue.

    Each plan has an entry, so that a stored day without subscribers differs from a missing day.
    """
    live = (
        _select_groups()
        .add_columns(col(UserSubscription.period_price), col(PlanVersion.period))
        .where(statuses.is_live, IS_PAID)
        .subquery()
    )
    counts = await session.execute(
        select(*live.columns, func.count()).group_by(*live.columns)  # type: ignore[call-overload]
    )
    subscribers: Counter[Group] = Counter()
    revenue: Counter[Group] = Counter()
    for plan_id, provider, currency, price, period, count in counts:
        group = Group(plan_id, provider, currency)
        subscribers[group] += count
        revenue[group] += billing.compute_monthly_revenue(billing.Terms(price, period)) * count
    versions = select(PlanVersion.plan_id, PlanVersion.currency).where(col(PlanVersion.is_current))
    for plan_id, currency in await session.execute(versions):
        subscribers[Group(plan_id, "", currency)] += 0
    return subscribers, revenue


async def _count_churned(
    session: AsyncSession, since: date, *conditions: ColumnElement[bool]
) -> Counter[tuple[date, Group]]:
    # A subscription that a purchase has replaced expires before its time.
    has_ended = or_(
        col(UserSubscription.status) == "revoked",
        col(UserSubscription.access_until) <= col(UserSubscription.ended_at),
    )
    rows = _select_groups().where(IS_PAID, has_ended, *conditions)
    return await _count(session, rows, col(UserSubscription.ended_at), since)


async def _count_trials_ended(session: AsyncSession, since: date) -> Counter[tuple[date, Group]]:
    rows = _select_groups().where(col(UserSubscription.origin) == "trial")
    return await _count(session, rows, col(UserSubscription.ended_at), since)


async def _count_trials_converted(
    session: AsyncSession, since: date
) -> Counter[tuple[date, Group]]:
    earlier = aliased(UserSubscription)
    of_user = select(earlier.id).where(
        col(earlier.user_id) == col(UserSubscription.user_id),
        col(earlier.id) < col(UserSubscription.id),
    )
    rows = _select_groups().where(
        col(UserSubscription.origin) == "purchase",
        of_user.where(earlier.origin == "trial").exists(),
        ~of_user.where(earlier.origin == "purchase").exists(),
    )
    return await _count(session, rows, col(UserSubscription.created_at), since)


async def _count_failed_payments(session: AsyncSession, since: date) -> Counter[tuple[date, Group]]:
    rows: Any = (
        select(PlanVersion.plan_id, Payment.provider, Payment.currency)
        .join(PlanVersion, col(PlanVersion.id) == col(Payment.plan_version_id))
        .where(Payment.status == "failed")
    )
    return await _count(session, rows, col(Payment.ended_at), since)


def _select_groups() -> Any:
    provider = (
        select(Payment.provider)
        .where(
            Payment.subscription_id == UserSubscription.id,
            col(Payment.status).in_(("succeeded", "refunded")),
        )
        .order_by(col(Payment.succeeded_at).desc())
        .limit(1)
        .correlate(UserSubscription)
        .scalar_subquery()
    )
    return (
        select(
            PlanVersion.plan_id, func.coalesce(provider, "").label("provider"), PlanVersion.currency
        )
        .select_from(UserSubscription)
        .join(PlanVersion, col(PlanVersion.id) == col(UserSubscription.plan_version_id))
    )


async def _count(
    session: AsyncSession, rows: Select[Any], column: Any, since: date
) -> Counter[tuple[date, Group]]:
    counts = await days.count_equal_rows_by_day(session, rows, column, since)
    return Counter({(day, Group(*group)): count for day, group, count in counts})
