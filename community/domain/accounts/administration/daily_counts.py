"""Numbers of people for the daily statistics."""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Any

from sqlalchemy import Select, func
from sqlalchemy.ext.asyncio import AsyncSession
from sqlmodel import col, select

from community.core.db import days
from community.models import User, UserSession


async def find_first_registration_day(session: AsyncSession) -> date | None:
    return await days.find_first_day(session, col(User.created_at))


async def count_registrations_by_day(session: AsyncSession, since: date) -> Mapping[date, int]:
    return await days.count_by_day(session, col(User.created_at), since)


async def count_active_since(session: AsyncSession, since: datetime) -> int:
    """Return the number of people who have used the site since the given time."""
    query = select(func.count()).select_from(User).where(col(User.last_seen_at) >= since)
    return (await session.execute(query)).scalar_one()


def select_days_of_visits(session: AsyncSession, since: date) -> list[Select[Any]]:
    """Return queries of the users and the days of the visits that the database still shows.

    An account and a session store their first and their last visit, so visits can be missing.
    """
    visits = [
        (col(User.id), col(User.last_seen_at)),
        (col(UserSession.user_id), col(UserSession.created_at)),
        (col(UserSession.user_id), col(UserSession.last_seen_at)),
    ]
    return [days.select_user_days(session, user, time, since) for user, time in visits]
