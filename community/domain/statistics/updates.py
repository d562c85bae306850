"""Functions that measure the numbers of the last days and store them.

Measuring a new site with a long history takes seconds, so it runs outside the transaction that
stores the numbers. Both functions can be repeated at any time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from sqlalchemy import func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db import days
from community.domain import accounts, comments, posts
from community.models import DailyStatistics
from community.realtime.presence import get_presence


@dataclass(frozen=True, slots=True)
class Measurement:
    """The numbers since the day `first_day`, by day. Days without an entry have the number zero."""

    first_day: date
    today: date
    people: Mapping[date, int]
    posts: Mapping[date, int]
    comments: Mapping[date, int]
    active: int
    online: int
    # At least how many people used the site on the earlier days. None if the measurement covers the
    # whole history, of which most visits are no longer known.
    active_by_day: Mapping[date, int] | None = None

    def list_days(self) -> list[date]:
        count = (self.today - self.first_day).days + 1
        return [self.first_day + timedelta(days=offset) for offset in range(count)]


async def measure(session: AsyncSession, now: datetime) -> Measurement:
    """Count what happened since the last stored day, including that day.

    Without stored days, count since the first account was created.
    """
    today = now.date()
    last_day = await session.scalar(select(func.max(DailyStatistics.day)))
    first_day = (
        last_day or await accounts.daily_counts.find_first_registration_day(session) or today
    )
    first_day = min(first_day, today)
    return Measurement(
        first_day=first_day,
        today=today,
        people=await accounts.daily_counts.count_registrations_by_day(session, first_day),
        posts=await posts.count_published_by_day(session, first_day),
        comments=await comments.count_posted_by_day(session, first_day),
        active=await accounts.daily_counts.count_active_since(session, days.start_of(today)),
        online=get_presence().count(),
        active_by_day=await _count_active_by_day(session, last_day) if last_day else None,
    )


async def store(session: AsyncSession, measurement: Measurement) -> list[DailyStatistics]:
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
