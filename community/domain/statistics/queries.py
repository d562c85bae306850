"""The query for the charts of the Admin Panel."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta

import sqlalchemy
from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import DASHBOARD, Actor
from community.core.db import days
from community.domain import accounts
from community.domain.statistics.schemas import Period, Report, SeriesPoint, Total
from community.models import DailyStatistics
from community.realtime.presence import get_presence

# A chart of a year with a point for each day would be hard to read, and so would be its table.
DAYS_IN_WEEK = 7
LONGEST_DAILY_PERIOD = 90
_COUNTED = ("people", "posts", "comments")


async def get_report(session: AsyncSession, actor: Actor, *, period: Period) -> Report:
    """Return the statistics of the last days, in three queries of small tables or indexes."""
    actor.ensure_section(DASHBOARD)
    now, length = clock.now(), int(period)
    first_day = now.date() - timedelta(days=length - 1)
    rows = await _load(session, first_day - timedelta(days=length))
    current = [rows.get(day, SeriesPoint(day=day)) for day in _iter_days(first_day, length)]
    previous = [point for day, point in rows.items() if day < first_day]
    overall = await _load_overall(session)
    is_weekly = length > LONGEST_DAILY_PERIOD
    return Report(
        period=period,
        is_weekly=is_weekly,
        points=_merge_weeks(current) if is_weekly else current,
        **{name: _build_total(name, current, previous, overall[name]) for name in _COUNTED},
        active_today=await accounts.daily_counts.count_active_since(
            session, days.start_of(now.date())
        ),
        online_now=get_presence().count(),
    )


async def is_empty(session: AsyncSession, actor: Actor) -> bool:
    """Return whether nothing was counted yet, because the site is new."""
    actor.ensure_section(DASHBOARD)
    return await session.scalar(select(col(DailyStatistics.day)).limit(1)) is None


async def _load(session: AsyncSession, since: date) -> Mapping[date, SeriesPoint]:
    rows = await session.scalars(
        select(DailyStatistics).where(col(DailyStatistics.day) >= since).order_by("day")
    )
    return {row.day: SeriesPoint.model_validate(row) for row in rows}


async def _load_overall(session: AsyncSession) -> Mapping[str, int]:
    """Return the sums of all days. The table has one row a day, so this is fast on large sites."""
    columns = [func.coalesce(func.sum(getattr(DailyStatistics, name)), 0) for name in _COUNTED]
    row = (await session.execute(sqlalchemy.select(*columns))).one()
    return dict(zip(_COUNTED, map(int, row), strict=True))


def _iter_days(first_day: date, length: int) -> Iterable[date]:
    return (first_day + timedelta(days=offset) for offset in range(length))


def _build_total(
    name: str, current: Sequence[SeriesPoint], previous: Sequence[SeriesPoint], overall: int
) -> Total:
    return Total(
        count=sum(getattr(point, name) for point in current),
        previous=sum(getattr(point, name) for point in previous),
        overall=overall,
    )


def _merge_weeks(points: Sequence[SeriesPoint]) -> list[SeriesPoint]:
    """Merge the points of 7 days each. The last week ends with the last point."""
    first = len(points) % DAYS_IN_WEEK
    starts = [*([0] if first else []), *range(first, len(points), DAYS_IN_WEEK)]
    ends = [*starts[1:], len(points)]
    return [_merge(points[start:end]) for start, end in zip(starts, ends, strict=True)]


def _merge(points: Sequence[SeriesPoint]) -> SeriesPoint:
    return SeriesPoint(
        day=points[0].day,
        people=sum(point.people for point in points),
        posts=sum(point.posts for point in points),
        comments=sum(point.comments for point in points),
        active=_get_largest(point.active for point in points),
        online=_get_largest(point.online for point in points),
    )


def _get_largest(values: Iterable[int | None]) -> int | None:
    return max((value for value in values if value is not None), default=None)
