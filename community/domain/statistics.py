"""The numbers of people, posts and comments by day, which the Admin Panel shows as charts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final, Literal, TypeAlias

import sqlalchemy
from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core import clock
from community.core.actor import DASHBOARD, Actor
from community.core.db import days
from community.core.read_models import ReadModel
from community.domain import accounts, comments, posts
from community.models import DailyStatistics
from community.realtime.presence import get_presence

Period: TypeAlias = Literal["7", "30", "90", "365"]  # the number of days that a report covers
DAYS_IN_WEEK = 7
# A chart of a year with a point for each day would be hard to read, and so would be its table.
LONGEST_DAILY_PERIOD = 90
_COUNTED = ("people", "posts", "comments")
PERIODS: Final[tuple[Period, ...]] = ("7", "30", "90", "365")


class SeriesPoint(ReadModel):
    """The numbers of a day, or of the week that begins on `day`.

    `active` and `online` are None if they were not measured. For a week they are the largest
    values of its days.
    """

    day: date
    people: int = 0
    posts: int = 0
    comments: int = 0
    active: int | None = None
    online: int | None = None


class Total(ReadModel):
    """A number of the period, and the number of the period of the same length before it."""

    count: int = 0
    previous: int = 0
    overall: int = 0  # the number of all days, with what was deleted later


class Report(ReadModel):
    """The statistics of a period that ends today."""

    period: Period
    is_weekly: bool  # whether each point is a week
    points: list[SeriesPoint]
    people: Total
    posts: Total
    comments: Total
    active_today: int
    online_now: int


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


@dataclass(frozen=True, slots=True)
class DailyNumbers:
    """The numbers since the day `first_day`, by day. Days without an entry have the number zero."""

    first_day: date
    today: date
    people: Mapping[date, int]
    posts: Mapping[date, int]
    comments: Mapping[date, int]
    active: int  # the number of people who have used the site today
    online: int  # the number of people who use it now
    # At least how many people used the site on the earlier days. None if the measurement covers the
    # whole history, of which most visits are no longer known.
    active_by_day: Mapping[date, int] | None = None

    def list_days(self) -> list[date]:
        count = (self.today - self.first_day).days + 1
        return [self.first_day + timedelta(days=offset) for offset in range(count)]


async def measure(session: AsyncSession, now: datetime) -> DailyNumbers:
    """Count what happened since the last stored day, including that day.

    Without stored days, count since the first account was created.
    """
    today = now.date()
    last_day = await session.scalar(select(func.max(DailyStatistics.day)))
    first_day = (
        last_day or await accounts.daily_counts.find_first_registration_day(session) or today
    )
    first_day = min(first_day, today)
    return DailyNumbers(
        first_day=first_day,
        today=today,
        people=await accounts.daily_counts.count_registrations_by_day(session, first_day),
        posts=await posts.count_published_by_day(session, first_day),
        comments=await comments.count_posted_by_day(session, first_day),
        active=await accounts.daily_counts.count_active_since(session, days.start_of(today)),
        online=get_presence().count(),
        active_by_day=await _count_active_by_day(session, last_day) if last_day else None,
    )


async def store(session: AsyncSession, measurement: DailyNumbers) -> list[DailyStatistics]:
    """Insert or update the measured days, and return them. The largest values never decrease."""
    all_days = measurement.list_days()
    stored = await _load_stored(session, measurement.first_day)
    rows = []
    for day in all_days:
        row = stored.get(day) or DailyStatistics(day=day)
        row.people = measurement.people.get(day, 0)
        row.posts = measurement.posts.get(day, 0)
        row.comments = measurement.comments.get(day, 0)
        if day < measurement.today and measurement.active_by_day is not None:
            row.active = max(measurement.active_by_day.get(day, 0), row.active or 0)
        if day == measurement.today:
            row.active = max(measurement.active, row.active or 0)
            row.online = max(measurement.online, row.online or 0)
        session.add(row)
        rows.append(row)
    await session.flush()
    return rows


async def _count_active_by_day(session: AsyncSession, since: date) -> Mapping[date, int]:
    queries = [
        *accounts.daily_counts.select_days_of_visits(session, since),
        posts.select_days_of_authors(session, since),
        comments.select_days_of_authors(session, since),
    ]
    return await days.count_users_by_day(session, queries)


async def _load_stored(session: AsyncSession, since: date) -> dict[date, DailyStatistics]:
    query = select(DailyStatistics).where(col(DailyStatistics.day) >= since)
    rows: Sequence[DailyStatistics] = (await session.scalars(query)).all()
    return {row.day: row for row in rows}
